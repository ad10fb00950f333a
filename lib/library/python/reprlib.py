"""Text of objects that may hold themselves."""


def recursive_repr(fillvalue="..."):
    """For a __repr__: gives the fill value for an object that is being shown already."""
    def decorate(function):
        shown = set()

        def __repr__(self):
            if id(self) in shown:
                return fillvalue
            shown.add(id(self))
            try:
                return function(self)
            finally:
                shown.discard(id(self))
        return __repr__
    return decorate
