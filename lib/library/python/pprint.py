"""Containers on several lines where one is too short for them."""


def _by_key(d):
    try:
        return sorted(d.items(), key=lambda item: item[0])
    except TypeError:       # keys of several types stay in their order
        return list(d.items())


def _flat(x):
    if type(x) is dict:
        return "{" + ", ".join([f"{key!r}: {_flat(value)}" for key, value in _by_key(x)]) + "}"
    if type(x) is list:
        return "[" + ", ".join(map(_flat, x)) + "]"
    if type(x) is tuple:
        return "(" + ", ".join(map(_flat, x)) + ",)"[len(x) != 1:]
    return repr(x)


def _laid_out(x, column, after, width):
    """The text of x from a column on, if `after` characters follow it on its line."""
    flat = _flat(x)
    if not x or type(x) not in (list, tuple, dict) or column + len(flat) + after <= width:
        return flat
    if type(x) is dict:
        items = [(f"{key!r}: ", value) for key, value in _by_key(x)]
    else:
        items = [("", item) for item in x]
    open, close = {list: "[]", tuple: "()", dict: "{}"}[type(x)]
    if type(x) is tuple and len(x) == 1:
        close = ",)"
    ends = [1] * (len(items) - 1) + [after + len(close)]
    lines = [key + _laid_out(item, column + 1 + len(key), end, width)
             for (key, item), end in zip(items, ends)]
    return open + (",\n" + " " * (column + 1)).join(lines) + close


def pformat(object, indent=1, width=80, depth=None):
    return _laid_out(object, 0, 0, width)


def pprint(object, stream=None, indent=1, width=80, depth=None):
    print(pformat(object, indent, width, depth), file=stream)


pp = pprint
