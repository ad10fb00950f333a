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
__all__ = ["rearrange", "reduce", "repeat", "einsum", "pack", "unpack", "EinopsError"]

_ADVICE = "rearrange, repeat, reduce and einsum are, and the layers Rearrange and Reduce"


class EinopsError(RuntimeError):
    """A pattern that is wrong, or that a tensor does not fit."""


# ------------------------------------------------------------------------- one side


class _Number:
    """An axis with a size in place of a name, the 2 of "b (2 t)". Each is an axis of its own."""

    def __init__(self, size):
        self.size = size

    def __repr__(self):
        return f"{self.size}-axis"


class _Side:
    """One side of a pattern. "b (h 2) ... 1" has the groups [["b"], ["h", 2-axis], "...", []]:
    the axes of each dimension; names and numbers together are its axes."""

    def __init__(self, text, underscore=False, duplicates=False):
        self.text = text
        self.underscore = underscore   # "_" stands for an axis that does not matter
        self.duplicates = duplicates   # a name may come twice
        self.groups = []
        self.axes = []                 # each once, as they come
        self.open = None               # the group of a bracket that has not closed yet
        self.read(_dots_as_one(text))

    def read(self, text):
        word = ""
        for c in text:
            if c.isalnum() or c == "_" or c == "…":
                word += c
                continue
            if c not in "() ":
                raise EinopsError(f"Unknown character '{c}'")
            self.add(word)
            word = ""
            if c == "(":
                if self.open is not None:
                    raise EinopsError(
                        "Axis composition is one-level (brackets inside brackets not allowed)")
                self.open = []
            elif c == ")":
                if self.open is None:
                    raise EinopsError("Brackets are not balanced")
                self.groups.append(self.open)
                self.open = None
        if self.open is not None:
            raise EinopsError(f'Imbalanced parentheses in expression: "{self.text}"')
        self.add(word)

    def add(self, word):
        if not word:
            return
        any_axis = word == "_" and self.underscore
        if word in self.axes and not any_axis and not self.duplicates:
            raise EinopsError(f'Indexing expression contains duplicate dimension "{word}"')
        axis = word
        if word.isdigit():
            if int(word) == 1:
                if self.open is None:
                    self.groups.append([])
                return
            axis = _Number(int(word))
        elif word != "…" and not any_axis:
            _check_name(word)
        if axis not in self.axes:
            self.axes.append(axis)
        if self.open is not None:
            self.open.append(axis)
        else:
            self.groups.append("..." if axis == "…" else [axis])

    def has_ellipsis(self):
        return "…" in self.axes

    def has_numbers(self):
        return any(isinstance(axis, _Number) for axis in self.axes)

    def expanded(self, axes):
        """The groups with these axes in the place of the ellipsis."""
        groups = []
        for group in self.groups:
            if group == "...":
                groups += [[axis] for axis in axes]
            elif "…" in group:
                at = group.index("…")
                groups.append(group[:at] + axes + group[at + 1:])
            else:
                groups.append(group)
        return groups


def _dots_as_one(text):
    dots = text.count(".")
    if dots == 0:
        return text
    if text.count("...") == 0:
        raise EinopsError("Expression may contain dots only inside ellipsis (...)")
    if text.count("...") != 1 or dots != 3:
        raise EinopsError("Expression may contain dots only inside ellipsis (...); only one "
                          "ellipsis for tensor ")
    return text.replace("...", "…")


def _check_name(axis):
    if not axis.isidentifier():
        raise EinopsError(f"Invalid axis identifier: {axis}\nnot a valid python identifier")
    if axis[0] == "_" or axis[-1] == "_":
        raise EinopsError(f"Invalid axis identifier: {axis}\n"
                          "axis name should should not start or end with underscore")


# ---------------------------------------------------------------------- the whole pattern


def _names(axes):
    return "{" + ", ".join(repr(axis) for axis in axes) + "}"


def _check_sides(operation, pattern, left, right, sized):
    """Whether the operation may have these axes before and after the arrow."""
    if right.has_ellipsis() and not left.has_ellipsis():
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if left.has_ellipsis() and "..." not in left.groups:
        raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    only_left = [axis for axis in left.axes if axis not in right.axes]
    only_right = [axis for axis in right.axes if axis not in left.axes]
    if operation == "rearrange":
        if left.has_numbers() or right.has_numbers():
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange "
                              "(exception is length 1)")
        if only_left or only_right:
            raise EinopsError("Identifiers only on one side of expression (should be on both): "
                              + _names(only_left + only_right))
    elif operation == "repeat":
        if only_left:
            raise EinopsError("Unexpected identifiers on the left side of repeat: "
                              + _names(only_left))
        unsized = [axis for axis in only_right if isinstance(axis, str) and axis not in sized]
        if unsized:
            raise EinopsError(f"Specify sizes for new axes in repeat: {_names(unsized)}")
    elif operation not in _REDUCTIONS:
        raise EinopsError(f"Unknown reduction {operation}. Expect one of {tuple(_REDUCTIONS)}.")
    elif only_right:
        raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: "
                          + _names(only_right))


def _ellipsis_axes(left, dims):
    """The axes that the dots stand for in a tensor of so many dimensions."""
    groups = len(left.groups)
    if not left.has_ellipsis() and dims != groups:
        raise EinopsError(f"Wrong shape: expected {groups} dims. Received {dims}-dim tensor.")
    if dims < groups - 1:
        raise EinopsError(f"Wrong shape: expected >={groups - 1} dims. Received {dims}-dim tensor.")
    return [f"…{i}" for i in range(dims - groups + 1)]


def _read(operation, pattern, sized, dims):
    """The groups of both sides, for a tensor of so many dimensions; as many as the left
    side has if that is None. sized are the names of the axes whose sizes are given."""
    left, right = pattern.split("->")
    left, right = _Side(left), _Side(right)
    _check_sides(operation, pattern, left, right, sized)
    dots = _ellipsis_axes(left, len(left.groups) if dims is None else dims)
    before, after = left.expanded(dots), right.expanded(dots)
    axes = sum(before + after, [])
    for axis in sized:
        if axis[0] == "_" or axis[-1] == "_":
            raise EinopsError(f"('Invalid name for an axis', '{axis}')")
        if axis not in axes:
            raise EinopsError(f"Axis {axis} is not used in transform")
    for group in before:
        unknown = [axis for axis in group if isinstance(axis, str) and axis not in sized]
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {_names(unknown)}")
    return before, after


def _infer_sizes(before, shape, sizes):
    """The size of every axis: given, or what is left of the dimension it is in."""
    size_of = dict(sizes)
    for axis in sum(before, []):
        if isinstance(axis, _Number):
            size_of[axis] = axis.size
    for group, whole in zip(before, shape):
        product, unknown = 1, None
        for axis in group:
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
    old, final = sum(before, []), sum(after, [])
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


def _mean(x, dims):
    if not x.is_floating_point():
        raise NotImplementedError("reduce_mean is not available for non-floating tensors")
    return x.mean(dims)


_REDUCTIONS = {"min": torch.amin, "max": torch.amax, "sum": torch.sum, "mean": _mean,
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
    """x as a tensor, and whether it was an array."""
    if isinstance(x, torch.Tensor):
        return x, False
    import numpy
    if isinstance(x, numpy.ndarray):
        return torch.from_numpy(x), True
    raise RuntimeError(f"Tensor type unknown to einops {type(x)}")


def _stacked(tensors):
    """A list of tensors counts as one with a new first axis."""
    if not tensors:
        raise TypeError("Rearrange/Reduce/Repeat can't be applied to an empty list")
    pairs = [_as_tensor(x) for x in tensors]
    return torch.stack([x for x, _ in pairs]), any(is_array for _, is_array in pairs)


def _sizes(pattern, axes_lengths):
    if not isinstance(pattern, str):
        raise TypeError(f"the pattern must be a str, not {type(pattern).__name__}")
    return tuple([(axis, operator.index(size)) for axis, size in axes_lengths.items()])


def _named(reduction):
    if not isinstance(reduction, str):
        refuse("einops' reduce() with a function of one's own", _ADVICE)
    return reduction


def _check(operation, pattern, axes_lengths):
    _read(_named(operation), pattern, [axis for axis, _ in _sizes(pattern, axes_lengths)], None)


def _run(operation, x, is_array, pattern, axes_lengths):
    sizes = _sizes(pattern, axes_lengths)
    out = _carry_out(_plan(operation, pattern, sizes, x.shape), operation, x)
    return out.numpy() if is_array else out


def _transform(operation, tensor, pattern, axes_lengths):
    """rearrange, repeat and reduce; errors tell of the call."""
    x, is_array = _stacked(tensor) if isinstance(tensor, list) else _as_tensor(tensor)
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
    return _transform(_named(reduction), tensor, pattern, axes_lengths)


# ----------------------------------------------------------------------------- einsum

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _einsum_axis(group):
    """The one axis that a dimension has in einsum."""
    if not group:
        raise NotImplementedError("Singleton () axes are not yet supported in einsum.")
    if len(group) > 1:
        raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
    if isinstance(group[0], _Number):
        raise NotImplementedError("Anonymous axes are not yet supported in einsum.")
    return group[0]


@functools.lru_cache(maxsize=512)
def _equation(pattern):
    """The pattern in one letter an axis, as torch.einsum takes it."""
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    arrow = pattern.index("->")
    letters = {}
    inputs = []
    for part in pattern[:arrow].split(","):
        written = ""
        for group in _Side(part, underscore=True, duplicates=True).groups:
            if group == "...":
                written += group
                continue
            axis = _einsum_axis(group)
            if axis not in letters:
                if len(letters) >= len(_LETTERS):
                    raise RuntimeError("Too many axes in einsum.")
                letters[axis] = _LETTERS[len(letters)]
            written += letters[axis]
        inputs.append(written)
    output = ""
    for group in _Side(pattern[arrow + 2:], underscore=True).groups:
        if group == "...":
            output += group
            continue
        axis = _einsum_axis(group)
        if axis not in letters:
            raise EinopsError(f"Unknown axis {axis} on right side of einsum {pattern}.")
        output += letters[axis]
    return ",".join(inputs) + "->" + output


def einsum(*tensors_and_pattern):
    """torch.einsum with names for letters, the pattern last:
    einsum(q, k, "b h i d, b h j d -> b h i j")."""
    if len(tensors_and_pattern) <= 1:
        raise ValueError("`einops.einsum` takes at minimum two arguments: the tensors (at least "
                         "one), followed by the pattern.")
    *tensors, pattern = tensors_and_pattern
    if not isinstance(pattern, str):
        raise ValueError("The last argument passed to `einops.einsum` must be a string, "
                         "representing the einsum pattern.")
    equation = _equation(pattern)
    pairs = [_as_tensor(x) for x in tensors]
    out = torch.einsum(equation, *[x for x, _ in pairs])
    return out.numpy()[()] if pairs[-1][1] else out


# ------------------------------------------------------------- several tensors in one


def _around_star(name, pattern):
    """How many axes stand before and after the star of "b * d"."""
    axes = pattern.split()
    if len(axes) != len(set(axes)):
        raise EinopsError(f'Duplicates in axes names in {name}(..., "{pattern}")')
    if "*" not in axes:
        raise EinopsError(f'No *-axis in {name}(..., "{pattern}")')
    for axis in axes:
        if axis != "*":
            _check_name(axis)
    at = axes.index("*")
    return at, len(axes) - at - 1


def pack(tensors, pattern):
    """One tensor of several: the axes in the place of the star become one, along which
    they are joined. Gives it, and the shapes that unpack() needs."""
    before, after = _around_star("pack", pattern)
    pairs = [_as_tensor(x) for x in tensors]
    flat, shapes = [], []
    for i, (x, _) in enumerate(pairs):
        shape = list(x.shape)
        if len(shape) < before + after:
            raise EinopsError(f"packed tensor #{i} (enumeration starts with 0) has shape {x.shape}, "
                              f"while pattern {pattern} assumes at least {before + after} axes")
        end = len(shape) - after
        shapes.append(x.shape[before:end])
        flat.append(x.reshape(shape[:before] + [-1] + shape[end:]))
    out = torch.cat(flat, dim=before)
    return (out.numpy() if any(is_array for _, is_array in pairs) else out), shapes


def unpack(tensor, packed_shapes, pattern):
    """The tensors that pack() has joined. One of the shapes may hold a -1."""
    before, after = _around_star("unpack", pattern)
    x, is_array = _as_tensor(tensor)
    shape = list(x.shape)
    if len(shape) != before + 1 + after:
        raise EinopsError(f"unpack(..., {pattern}) received input of wrong dim with shape {x.shape}")
    lengths = []
    for packed in packed_shapes:
        lengths.append(1)
        for size in packed:
            lengths[-1] = -1 if size == -1 or lengths[-1] == -1 else lengths[-1] * size
    if lengths.count(-1) > 1:
        raise EinopsError("unpack can infer at most one -1, but packed_shapes has more: "
                          f"{list(packed_shapes)}")
    if -1 in lengths:
        lengths[lengths.index(-1)] = shape[before] - sum(lengths) - 1
    if sum(lengths) != shape[before]:
        raise EinopsError(f'Error during unpack(..., "{pattern}"): could not split axis of size '
                          f"{shape[before]} into requested {list(packed_shapes)}")
    out = [part.reshape(shape[:before] + list(packed) + shape[before + 1:])
           for part, packed in zip(x.split(lengths, dim=before), packed_shapes)]
    return [part.numpy() for part in out] if is_array else out
