"""How a notebook shows the last value of a cell."""

from collections import Counter, OrderedDict, defaultdict, deque
from pprint import _flat, _laid_out

_WIDTH = 79
_MOST = 1000       # items of one list


def _class_name(cls):
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def _group(begin, items, end):
    items = [("", _parts(item)) for item in list(items)[:_MOST + 1]]
    return begin, items[:_MOST] + [("", "...")] * (len(items) > _MOST), end


def _dict(x):
    return "{", [(_flat(_parts(key)) + ": ", _parts(value)) for key, value in x.items()], "}"


def _set(x):
    begin, end = ("{", "}") if type(x) is set else ("frozenset({", "})")
    try:
        return _group(begin, sorted(x), end) if x else repr(x)
    except TypeError:
        return _group(begin, x, end)


_CONTAINERS = {
    list: lambda x: _group("[", x, "]"),
    tuple: lambda x: _group("(", x, ",)" if len(x) == 1 else ")"),
    dict: _dict,
    set: _set,
    frozenset: _set,
    OrderedDict: lambda x: _group("OrderedDict(", [list(x.items())] * bool(x), ")"),
    defaultdict: lambda x: _group("defaultdict(", [x.default_factory, dict(x)], ")"),
    Counter: lambda x: _group("Counter(", [dict(x.most_common())] * bool(x), ")"),
    deque: lambda x: _group("deque(", [list(x)], ")"),
}


def _parts(x):
    if type(x) in _CONTAINERS:
        return _CONTAINERS[type(x)](x)
    if isinstance(x, type):
        return _class_name(x)
    text = repr(x)
    if text.startswith(f"<{_class_name(type(x))} object at "):
        return text.replace(" object at ", " at ", 1)
    return text


def shown(value):
    return _laid_out(_parts(value), _WIDTH, indent=0)
