"""Classes that are made to be derived from."""


def abstractmethod(funcobj):
    """A method that a class has to write before it can have objects."""
    funcobj.__isabstractmethod__ = True
    return funcobj


def _is_abstract(method):
    if isinstance(method, property):
        method = method.fget
    return getattr(method, "__isabstractmethod__", False)


class ABCMeta(type):
    def __call__(cls, /, *args, **keywords):
        open = sorted(name for name in dir(cls) if _is_abstract(getattr(cls, name, None)))
        if open:
            s = "s" * (len(open) > 1)
            raise TypeError(f"Can't instantiate abstract class {cls.__name__} with abstract "
                            f"method{s} {', '.join(open)}")
        return super().__call__(*args, **keywords)


class ABC(metaclass=ABCMeta):
    pass
