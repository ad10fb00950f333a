"""Containers beyond list, tuple and dict."""

from operator import itemgetter
from _native import OrderedDict, function
from reprlib import recursive_repr


class defaultdict(dict):
    """A dict that makes the value of a key that it does not have yet."""

    def __init__(self, default_factory=None, /, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        super().__init__(*args, **keywords)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    @recursive_repr()
    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict(self)!r})"


class Counter(dict):
    """How often each element occurs; 0 for one that does not."""

    def __init__(self, iterable=None, /, **keywords):
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **keywords):
        if isinstance(iterable, dict):
            for key, count in iterable.items():
                self[key] = self[key] + count
        elif iterable is not None:
            count_of = self.get
            for key in iterable:
                self[key] = count_of(key, 0) + 1
        if keywords:
            self.update(keywords)

    def most_common(self, n=None):
        ordered = sorted(self.items(), key=itemgetter(1), reverse=True)
        return ordered if n is None else ordered[:max(n, 0)]

    def copy(self):
        return type(self)(self)

    def __repr__(self):
        shown = ", ".join([f"{key!r}: {count!r}" for key, count in self.most_common()])
        return f"{type(self).__name__}({{{shown}}})" if self else f"{type(self).__name__}()"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return dict.__eq__(self, other)
        return all(self[key] == other[key] for key in [*self, *other])

    # What comes of two counts is kept where it is positive.
    def _combined(self, other, count):
        if not isinstance(other, Counter):
            return NotImplemented
        counts = {key: count(self[key], other[key]) for key in [*self, *other]}
        return type(self)({key: n for key, n in counts.items() if n > 0})

    def __add__(self, other):
        return self._combined(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combined(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combined(other, max)

    def __and__(self, other):
        return self._combined(other, min)


class deque(list):
    """A queue with two ends; with maxlen, what goes in at one end pushes out at the other."""

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        super().__init__()
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x, /):
        super().append(x)
        if self.maxlen is not None and len(self) > self.maxlen:
            del self[0]

    def appendleft(self, x, /):
        super().insert(0, x)
        if self.maxlen is not None and len(self) > self.maxlen:
            del self[-1]

    def extend(self, iterable, /):
        for x in list(iterable):
            self.append(x)

    def pop(self):
        if not self:
            raise IndexError("pop from an empty deque")
        return super().pop()

    def popleft(self):
        if not self:
            raise IndexError("pop from an empty deque")
        return super().pop(0)

    def copy(self):
        return type(self)(self, self.maxlen)

    def __add__(self, other, /):
        return type(self)([*self, *other], self.maxlen)

    def __getitem__(self, index, /):
        if isinstance(index, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not -len(self) <= index < len(self):
            raise IndexError("deque index out of range")
        return super().__getitem__(index)

    def __eq__(self, other, /):
        return isinstance(other, deque) and super().__eq__(other)

    def __repr__(self):
        limit = "" if self.maxlen is None else f", maxlen={self.maxlen}"
        return f"{type(self).__name__}({super().__repr__()}{limit})"


def _field_names(names):
    names = names.replace(",", " ").split() if isinstance(names, str) else list(map(str, names))
    seen = set()
    for name in names:
        if not name.isidentifier() or name.startswith("_"):
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    return tuple(names)


def _cannot_set(self, value):
    raise AttributeError("can't set attribute")


def namedtuple(typename, field_names, *, defaults=None):
    """A class of tuples whose items have names."""
    fields = _field_names(field_names)
    defaults = tuple(defaults or ())
    required = len(fields) - len(defaults)
    missing = object()

    def new(cls, *items):
        if defaults:
            items = [defaults[i - required] if x is missing else x for i, x in enumerate(items)]
        return tuple.__new__(cls, items)

    def _make(cls, iterable):
        items = tuple(iterable)
        if len(items) != len(fields):
            raise TypeError(f"Expected {len(fields)} arguments, got {len(items)}")
        return tuple.__new__(cls, items)

    def _asdict(self):
        return dict(zip(fields, self))

    def _replace(self, /, **changes):
        made = self._make([changes.pop(name, item) for name, item in zip(fields, self)])
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    def __repr__(self):
        values = [f"{name}={item!r}" for name, item in zip(fields, self)]
        return f"{type(self).__name__}({', '.join(values)})"

    parameters = [name + "=None" * (i >= required) for i, name in enumerate(fields)]
    body = {"__doc__": f"{typename}({', '.join(fields)})", "__module__": "__main__",
            "__new__": staticmethod(function(f"{typename}.__new__", ", ".join(["_cls", *parameters]),
                                             new, missing)),
            "_fields": fields, "_field_defaults": dict(zip(fields[required:], defaults)),
            "__match_args__": fields, "_make": classmethod(_make), "_asdict": _asdict,
            "_replace": _replace, "__repr__": __repr__}
    for i, name in enumerate(fields):
        body[name] = property(itemgetter(i), _cannot_set)
    return type(typename, (tuple,), body)
