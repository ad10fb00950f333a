"""Containers on several lines where one is too short for them.

What is laid out is a text, or (begin, items, end) with items of (prefix, what follows it).
"""


def _flat(x):
    """All of it on one line."""
    if isinstance(x, str):
        return x
    begin, items, end = x
    return begin + ", ".join([prefix + _flat(item) for prefix, item in items]) + end


def _laid_out(x, width, column=0, indent=None, after=0):
    """The text of x from a column on, if `after` characters follow it on its line. With indent=None
    its parts stand below each other from there on, else as far in as their brackets are."""
    text = _flat(x)
    if isinstance(x, str):
        return text.replace("\n", "\n" + " " * indent) if indent else text
    begin, items, end = x
    one_line = "\n" not in text or indent is None
    if not items or one_line and column + len(text) + after <= width:
        return text
    start = (column if indent is None else indent) + len(begin)
    columns = [column + len(begin)] + [start] * (len(items) - 1)
    afters = [1] * (len(items) - 1) + [after + len(end)]
    lines = [prefix + _laid_out(item, width, at + len(prefix), indent if indent is None else start, after)
             for (prefix, item), at, after in zip(items, columns, afters)]
    return begin + (",\n" + " " * start).join(lines) + end


def _parts(x):
    if not x or type(x) not in (dict, list, tuple):
        return repr(x)
    if type(x) is dict:
        try:
            items = sorted(x.items(), key=lambda item: item[0])
        except TypeError:       # keys of several types stay in their order
            items = x.items()
        return "{", [(f"{key!r}: ", _parts(value)) for key, value in items], "}"
    begin, end = "[]" if type(x) is list else ("(", ",)" if len(x) == 1 else ")")
    return begin, [("", _parts(item)) for item in x], end


def pformat(object, indent=1, width=80, depth=None):
    return _laid_out(_parts(object), width)


def pprint(object, stream=None, indent=1, width=80, depth=None):
    print(pformat(object, indent, width, depth), file=stream)


pp = pprint
