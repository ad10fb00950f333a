"""Assertions about arrays, which say how many elements differ and by how much."""

import numpy as np


def _check(x, y, header, err_msg, same):
    x, y = np.asarray(x), np.asarray(y)
    problem = ""
    if x.shape != y.shape and x.ndim and y.ndim:
        problem = f"(shapes {x.shape}, {y.shape} mismatch)"
    elif not np.all(same(x, y)):
        wrong = np.atleast_1d(~same(x, y))
        apart = np.atleast_1d(np.abs(x - y))[wrong]
        size = np.abs(y + np.zeros(wrong.shape))[wrong]
        relative = np.max(apart[size != 0] / size[size != 0]) if np.any(size != 0) else np.inf
        problem = (f"Mismatched elements: {wrong.sum()} / {wrong.size} ({100 * wrong.mean():.3g}%)\n"
                   f"Max absolute difference: {str(np.array([np.max(apart)]))[1:-1]}\n"
                   f"Max relative difference: {str(np.array([relative]))[1:-1]}")
    if problem:
        lines = ["", header, err_msg, problem]
        for name, array in ("x", x), ("y", y):
            text = repr(array)
            if text.count("\n") > 3:
                text = "\n".join(text.split("\n")[:3]) + "..."
            lines.append(f" {name}: {text}")
        raise AssertionError("\n".join(lines))


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=True, err_msg="", verbose=True):
    _check(actual, desired, f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}", err_msg,
           lambda x, y: np.isclose(x, y, rtol, atol, equal_nan))


def assert_array_equal(x, y, err_msg="", verbose=True):
    _check(x, y, "Arrays are not equal", err_msg, lambda x, y: (x == y) | (x != x) & (y != y))
