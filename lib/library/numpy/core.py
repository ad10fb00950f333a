"""Functions of arrays that are made of others."""

import numpy as np
import torch


# --------------------------------------------------------------------- making

def identity(n, dtype=None):
    return np.eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float):
    """Ones on and below a diagonal."""
    return np.tril(np.ones((N, N if M is None else M), dtype=dtype), k)


def tril_indices(n, k=0, m=None):
    """The rows and the columns of the lower triangle's cells."""
    return np.nonzero(tri(n, m, k, bool))


def triu_indices(n, k=0, m=None):
    """The rows and the columns of the upper triangle's cells."""
    return np.nonzero(~tri(n, m, k - 1, bool))


def full_like(a, fill_value, dtype=None):
    a = np.asarray(a)
    return np.full(a.shape, fill_value, dtype=a.dtype if dtype is None else dtype)


def indices(dimensions, dtype=int):
    """For each axis, the position along it of every element."""
    axes = [np.arange(n).reshape([-1 if d == axis else 1 for d in range(len(dimensions))])
            for axis, n in enumerate(dimensions)]
    return np.array([np.broadcast_to(axis, dimensions) for axis in axes], dtype=dtype)


def convolve(a, v, mode="full"):
    """What v, turned round and moved along a, gives: with ones / n a mean of n neighbours."""
    a, v = np.asarray(a).ravel(), np.asarray(v).ravel()
    if v.size > a.size:
        a, v = v, a
    n = v.size
    left, right = {"full": (n - 1, n - 1), "same": (n // 2, n - 1 - n // 2), "valid": (0, 0)}[mode]
    zeros = np.zeros(n, dtype=a.dtype)
    padded = np.concatenate([zeros[:left], a, zeros[:right]])
    return np.array([np.dot(padded[i:i + n], v[::-1]) for i in range(padded.size - n + 1)])


class finfo:
    """The fields of torch.finfo, as numbers of the type itself."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)
        if self.dtype.kind != "f":
            raise ValueError(f"data type {self.dtype.type!r} not inexact")
        own = torch.finfo(getattr(torch, self.dtype.name))
        self.bits = own.bits
        for name in ["min", "max", "eps", "tiny", "smallest_normal", "resolution"]:
            setattr(self, name, self.dtype.type(getattr(own, name)))


# ----------------------------------------------------------- joining, splitting

def atleast_1d(ary):
    ary = np.asarray(ary)
    return ary.reshape(1) if ary.ndim == 0 else ary


def atleast_2d(ary):
    ary = atleast_1d(ary)
    return ary[None] if ary.ndim == 1 else ary


def vstack(tup):
    return np.concatenate([atleast_2d(part) for part in tup], 0)


def hstack(tup):
    parts = [atleast_1d(part) for part in tup]
    return np.concatenate(parts, 0 if parts and parts[0].ndim == 1 else 1)


def array_split(ary, indices_or_sections, axis=0):
    ary = np.asarray(ary)
    n = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, longer = divmod(n, sections)
        ends = [each * i + min(i, longer) for i in range(sections + 1)]
    else:
        ends = [0, *indices_or_sections, n]
    rows = np.swapaxes(ary, axis, 0)
    return [np.swapaxes(rows[start:end], axis, 0) for start, end in zip(ends, ends[1:])]


def split(ary, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, int) and indices_or_sections > 0:
        if np.asarray(ary).shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


# ------------------------------------------------------------------- comparing

def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    finite = np.isfinite(a) & np.isfinite(b)
    apart = np.abs(np.where(finite, a, 0) - np.where(finite, b, 0))
    near = np.where(finite, apart <= atol + rtol * np.abs(np.where(finite, b, 0)), a == b)
    near = near | np.isnan(a) & np.isnan(b) if equal_nan else near
    return near if near.ndim else np.bool_(near)


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2):
    a1, a2 = np.asarray(a1), np.asarray(a2)
    return a1.shape == a2.shape and bool(np.all(a1 == a2))


def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    x = np.asarray(x)
    if x.dtype.kind != "f":
        return x
    most = np.finfo(x.dtype).max
    x = np.where(np.isnan(x), x.dtype.type(nan), x)
    x = np.where(x == np.inf, x.dtype.type(most if posinf is None else posinf), x)
    return np.where(x == -np.inf, x.dtype.type(-most if neginf is None else neginf), x)


# ------------------------------------------------------------ products, sums

def outer(a, b):
    return np.ravel(a)[:, None] * np.ravel(b)


def count_nonzero(a, axis=None):
    found = np.sum(np.asarray(a) != 0, axis)
    return int(found) if axis is None else found


def inner(a, b):
    """Each row of a times each row of b: (..., n), (..., n) -> (..., ...)."""
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    rows, columns = a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1])
    return np.dot(rows, columns.T).reshape(a.shape[:-1] + b.shape[:-1])[()]
