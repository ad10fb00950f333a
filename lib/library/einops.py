"""Tensors taken apart and put together by named axes.

    rearrange(x, "b t (h d) -> b h t d", h=2)

Names before the arrow are the dimensions of x; brackets join several axes in one
dimension. After the arrow the same axes stand as they are to be in the result.
"""

import functools
import operator

import torch
from _tutor import refuse

__version__ = "0.8.0"
__all__ = ["rearrange", "reduce", "repeat", "einsum", "EinopsError"]


class EinopsError(RuntimeError):
    """A pattern that is wrong, or that a tensor does not fit."""


# ------------------------------------------------------------------------- the pattern


class _Number:
    """An axis with a size in place of a name, the 2 of "b (2 t)". Each is an axis of its own."""

    def __init__(self, size):
        self.size = size

    def __repr__(self):
        return f"{self.size}-axis"


def _groups(text):
    """The axes of each dimension: "b (h 2) ... 1" is [["b"], ["h", 2-axis], "…", []]."""
    if "." in text.replace("...", "", 1):
        raise EinopsError("Expression may contain dots only inside ellipsis (...)")
    groups, seen, open = [], [], None       # the group of a bracket that has not closed yet
    for word in text.replace("...", " … ").replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            if open is not None:
                raise EinopsError("Axis composition is one-level (brackets inside brackets not allowed)")
            open = []
            groups.append(open)
        elif word == ")":
            if open is None:
                raise EinopsError("Brackets are not balanced")
            open = None
        elif word == "1":
            groups += [[]] if open is None else []
        else:
            axis = _Number(int(word)) if word.isdigit() else word
            if axis in seen:
                raise EinopsError(f'Indexing expression contains duplicate dimension "{word}"')
            if axis is word and word != "…" and not word.isidentifier():
                for c in word:
                    if not c.isalnum() and c != "_":
                        raise EinopsError(f"Unknown character '{c}'")
                raise EinopsError(f"Invalid axis identifier: {word}\nnot a valid python identifier")
            seen.append(axis)
            if open is not None:
                open.append(axis)
            else:
                groups.append(axis if axis == "…" else [axis])
    if open is not None:
        raise EinopsError(f'Imbalanced parentheses in expression: "{text}"')
    return groups


def _axes(groups):
    return [axis for group in groups for axis in group]


def _expanded(groups, dots):
    """The groups with the axes `dots` in the place of the ellipsis."""
    expanded = []
    for group in groups:
        if group == "…":
            expanded += [[axis] for axis in dots]
        else:
            expanded.append([a for axis in group for a in (dots if axis == "…" else [axis])])
    return expanded


def _names(axes):
    return "{" + ", ".join(repr(axis) for axis in axes) + "}"


def _read(operation, pattern, sized, dims):
    """The groups of both sides, for a tensor of so many dimensions; as many as the left
    side has if that is None. sized are the names of the axes whose sizes are given."""
    left, right = map(_groups, pattern.split("->"))
    before, after = _axes(left), _axes(right)
    if "…" in after and "…" not in before:
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if "…" in before and "…" not in left:
        raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    only_left = [axis for axis in before if axis not in after]
    only_right = [axis for axis in after if axis not in before]
    if operation == "rearrange":
        if any(isinstance(axis, _Number) for axis in before + after):
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange "
                              "(exception is length 1)")
        if only_left or only_right:
            raise EinopsError("Identifiers only on one side of expression (should be on both): "
                              + _names(only_left + only_right))
    elif operation == "repeat":
        if only_left:
            raise EinopsError(f"Unexpected identifiers on the left side of repeat: {_names(only_left)}")
        unsized = [axis for axis in only_right if isinstance(axis, str) and axis not in sized]
        if unsized:
            raise EinopsError(f"Specify sizes for new axes in repeat: {_names(unsized)}")
    elif operation not in _REDUCTIONS:
        raise EinopsError(f"Unknown reduction {operation}. Expect one of {tuple(_REDUCTIONS)}.")
    elif only_right:
        raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: "
                          + _names(only_right))
    for axis in sized:
        if axis not in before + after:
            raise EinopsError(f"Axis {axis} is not used in transform")
    for group in left:
        unknown = [axis for axis in group if isinstance(axis, str) and axis not in sized]
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {_names(unknown)}")
    named = len(left) - ("…" in left)
    if dims is not None and dims != named and ("…" not in left or dims < named):
        least = ">=" if "…" in left else ""
        raise EinopsError(f"Wrong shape: expected {least}{named} dims. Received {dims}-dim tensor.")
    dots = [f"…{i}" for i in range((named if dims is None else dims) - named)]
    return _expanded(left, dots), _expanded(right, dots)


def _infer_sizes(before, shape, sizes):
    """The size of every axis: given, or what is left of the dimension it is in."""
    size_of = dict(sizes)
    for group, whole in zip(before, shape):
        product, unknown = 1, None
        for axis in group:
            if isinstance(axis, _Number):
                size_of[axis] = axis.size
            if axis in size_of:
                product *= size_of[axis]
            else:
                unknown = axis
        if unknown is not None:
            if whole % product != 0:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {whole} in "
                                  f"chunks of {product}")
            size_of[unknown] = whole // product
        elif whole != product:
            raise EinopsError(f"Shape mismatch, {whole} != {product}")
    return size_of


@functools.lru_cache(maxsize=512)
def _plan(operation, pattern, sizes, shape):
    """What the operation does to a tensor of this shape, as _carry_out() takes it: a
    reshape, a permute, dimensions to reduce, new ones and another reshape; None for
    each that is not needed."""
    before, after = _read(operation, pattern, [axis for axis, _ in sizes], len(shape))
    size_of = _infer_sizes(before, shape, sizes)
    old, final = _axes(before), _axes(after)
    for axis in final:
        if isinstance(axis, _Number):
            size_of[axis] = axis.size

    split = [size_of[axis] for axis in old] if any(len(group) != 1 for group in before) else None
    kept = [axis for axis in final if axis in old]
    order = [old.index(axis) for axis in kept + [axis for axis in old if axis not in kept]]
    reduced = list(range(len(kept), len(old)))
    added = [i for i, axis in enumerate(final) if axis not in old]
    repeats = [-1 if axis in old else size_of[axis] for axis in final]
    joined = None
    if any(len(group) != 1 for group in after):
        joined = [1] * len(after)
        for i, group in enumerate(after):
            for axis in group:
                joined[i] *= size_of[axis]
    return split, None if order == sorted(order) else order, reduced, added, repeats, joined


# ---------------------------------------------------------------------------- tensors


def _each(function):
    """Over several dimensions, one at a time from the last."""
    def over(x, dims):
        for dim in reversed(dims):
            x = function(x, dim)
        return x
    return over


_REDUCTIONS = {"min": torch.amin, "max": torch.amax, "sum": torch.sum, "mean": torch.mean,
               "prod": _each(torch.prod), "any": _each(torch.any), "all": _each(torch.all)}


def _carry_out(plan, operation, x):
    split, order, reduced, added, repeats, joined = plan
    if split is not None:
        x = x.reshape(split)
    if order is not None:
        x = x.permute(order)
    if reduced:
        x = _REDUCTIONS[operation](x, reduced)
    if added:
        for i in added:
            x = x.unsqueeze(i)
        x = x.expand(repeats)
    return x if joined is None else x.reshape(joined)


def _as_tensor(x):
    """x as a tensor, and whether it was an array. A list of them has a new first axis."""
    if isinstance(x, torch.Tensor):
        return x, False
    if isinstance(x, list) and x:
        pairs = [_as_tensor(each) for each in x]
        return torch.stack([each for each, _ in pairs]), pairs[0][1]
    import numpy
    if isinstance(x, numpy.ndarray):
        return torch.from_numpy(x), True
    raise RuntimeError(f"Tensor type unknown to einops {type(x)}")


def _sizes(pattern, axes_lengths):
    if not isinstance(pattern, str):
        raise TypeError(f"the pattern must be a str, not {type(pattern).__name__}")
    return tuple([(axis, operator.index(size)) for axis, size in axes_lengths.items()])


def _check(operation, pattern, axes_lengths):
    _read(operation, pattern, [axis for axis, _ in _sizes(pattern, axes_lengths)], None)


def _run(operation, x, is_array, pattern, axes_lengths):
    sizes = _sizes(pattern, axes_lengths)
    out = _carry_out(_plan(operation, pattern, sizes, x.shape), operation, x)
    return out.numpy() if is_array else out


def _transform(operation, tensor, pattern, axes_lengths):
    """rearrange, repeat and reduce; errors tell of the call."""
    x, is_array = _as_tensor(tensor)
    try:
        return _run(operation, x, is_array, pattern, axes_lengths)
    except EinopsError as error:
        wrong = error
    shape = tuple(x.shape) if is_array else x.shape
    raise EinopsError(f' Error while processing {operation}-reduction pattern "{pattern}".\n'
                      f" Input tensor shape: {shape}. Additional info: {axes_lengths}.\n {wrong}")


def rearrange(tensor, pattern, **axes_lengths):
    """The same numbers in other dimensions: "b t (h d) -> b h t d" with h=2."""
    return _transform("rearrange", tensor, pattern, axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    """Copies along new axes: "b t d -> b r t d" with r=2."""
    return _transform("repeat", tensor, pattern, axes_lengths)


def reduce(tensor, pattern, reduction, **axes_lengths):
    """The min, max, sum, mean, prod, any or all over the axes that go: "b t d -> b d"."""
    if not isinstance(reduction, str):
        refuse("einops' reduce() with a function of one's own", f"it takes {', '.join(_REDUCTIONS)}")
    return _transform(reduction, tensor, pattern, axes_lengths)


# ----------------------------------------------------------------------------- einsum

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@functools.lru_cache(maxsize=512)
def _equation(pattern):
    """The pattern in one letter an axis, as torch.einsum takes it."""
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    *inputs, output = pattern.replace("->", ",").split(",")
    letters = {}
    for part in inputs:
        for axis in _axes(_groups(part)):
            letters.setdefault(axis, "..." if axis == "…" else _LETTERS[len(letters)])

    def written(part):
        text = ""
        for group in _groups(part):
            if len(group) != 1 or isinstance(group[0], _Number):
                raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
            if group[0] not in letters:
                raise EinopsError(f"Unknown axis {group[0]} on right side of einsum {pattern}.")
            text += letters[group[0]]
        return text
    return ",".join(map(written, inputs)) + "->" + written(output)


def einsum(*tensors_and_pattern):
    """torch.einsum with names for letters, the pattern last:
    einsum(q, k, "b h i d, b h j d -> b h i j")."""
    *tensors, pattern = tensors_and_pattern
    if not isinstance(pattern, str):
        raise ValueError("The last argument passed to `einops.einsum` must be a string, "
                         "representing the einsum pattern.")
    equation = _equation(pattern)
    pairs = [_as_tensor(x) for x in tensors]
    out = torch.einsum(equation, *[x for x, _ in pairs])
    return out.numpy()[()] if pairs[-1][1] else out
