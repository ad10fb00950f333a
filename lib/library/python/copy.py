"""Copies of objects: copy() shares what is in them, deepcopy() copies that, too."""


def _shared(value):
    return value


def _copied(x, each, remember):
    """A copy of x with each() of its parts, or x itself if it is never copied."""
    cls = type(x)
    if isinstance(x, tuple):
        parts = [each(item) for item in x]
        return x if all(a is b for a, b in zip(x, parts)) else tuple.__new__(cls, parts)
    if isinstance(x, (list, dict, set)):
        made = cls.__new__(cls)
    elif isinstance(x, type) or cls.__module__ == "builtins" or not hasattr(x, "__dict__"):
        return x
    else:
        made = object.__new__(cls)
    remember(made)
    if isinstance(x, list):
        list.extend(made, [each(item) for item in x])
    elif isinstance(x, dict):
        for key, value in x.items():
            dict.__setitem__(made, each(key), each(value))
    elif isinstance(x, set):
        set.update(made, [each(item) for item in x])
    if hasattr(x, "__dict__"):
        for name, value in vars(x).items():
            made.__dict__[name] = each(value)
    return made


def copy(x):
    method = getattr(type(x), "__copy__", None)
    return method(x) if method else _copied(x, _shared, _shared)


def deepcopy(x, memo=None, _nil=None):
    """A copy that shares nothing that can change; `memo` has what is copied already, by id."""
    if x is None or type(x) in (int, float, str, bool):
        return x
    memo = {} if memo is None else memo
    if id(x) in memo:
        return memo[id(x)]

    def remember(made):
        memo[id(x)] = made

    method = getattr(type(x), "__deepcopy__", None)
    made = method(x, memo) if method else _copied(x, lambda part: deepcopy(part, memo), remember)
    if made is not x:
        remember(made)
        memo.setdefault(id(memo), []).append(x)     # kept alive, so that no other gets its id
    return made
