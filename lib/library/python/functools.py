"""Functions made of functions."""

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__")


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    """Makes `wrapper` look like the function that it calls."""
    for name in assigned:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)


class partial:
    """A function with its first arguments, or some by name, given already."""

    def __new__(cls, /, *args, **keywords):
        func, *args = args
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            func, args, keywords = func.func, [*func.args, *args], {**func.keywords, **keywords}
        self = object.__new__(cls)
        self.func, self.args, self.keywords = func, tuple(args), keywords
        return self

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        shown = [repr(self.func), *map(repr, self.args)]
        shown += [f"{name}={value!r}" for name, value in self.keywords.items()]
        return f"functools.partial({', '.join(shown)})"


def reduce(function, iterable, /, *initial):
    """((a + b) + c) + d for `+` as the function."""
    items = iter(iterable)
    if initial:
        total, = initial
    else:
        try:
            total = next(items)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    for item in items:
        total = function(total, item)
    return total


_absent = object()


def lru_cache(maxsize=128, typed=False):
    """Keeps what a function gave for its arguments; beyond maxsize, what was used last."""
    def decorate(function):
        results, hits, misses = {}, 0, 0

        @wraps(function)
        def cached(*args, **keywords):
            nonlocal hits, misses
            key = (args, _absent, *keywords.items()) if keywords else args
            if not keywords and len(args) == 1 and type(args[0]) in (int, str):
                key = args[0]               # so that 1 and 1.0 are two
            if typed:
                key = (key, *map(type, args), *map(type, keywords.values()))
            result = results.get(key, _absent)
            if result is not _absent:
                hits += 1
                if maxsize is not None:     # the latest used goes last
                    results[key] = results.pop(key)
                return result
            result = function(*args, **keywords)
            misses += 1
            if maxsize != 0:
                results[key] = result
            if maxsize is not None and len(results) > maxsize:
                del results[next(iter(results))]
            return result

        def cache_clear():
            nonlocal hits, misses
            results.clear()
            hits = misses = 0

        def cache_info():
            from collections import namedtuple
            return namedtuple("CacheInfo", "hits misses maxsize currsize")(
                hits, misses, maxsize, len(results))

        cached.cache_info = cache_info
        cached.cache_clear = cache_clear
        return cached

    if callable(maxsize):                   # @lru_cache without brackets
        function, maxsize = maxsize, 128
        return decorate(function)
    return decorate


def cache(user_function, /):
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    """A property that is computed once; the object keeps it as an attribute."""

    def __init__(self, func):
        self.func, self.attrname, self.__doc__ = func, None, func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        values = instance.__dict__
        if self.attrname not in values:
            values[self.attrname] = self.func(instance)
        return values[self.attrname]
