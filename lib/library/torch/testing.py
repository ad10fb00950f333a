"""Assertions about tensors, which say how many elements differ and by how much."""

import torch

# (rtol, atol); anything else has to be equal.
_TOLERANCES = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5),
               torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7)}


def _place(at, shape):
    """The index of an element by its number in the order of the elements."""
    index = []
    for n in reversed(shape):
        at, i = divmod(at, n)
        index.insert(0, i)
    return tuple(index)


def _compare_tensors(actual, expected, rtol, atol, equal_nan, check_dtype):
    for name in ["shape"] + ["dtype"] * check_dtype:
        a, b = getattr(actual, name), getattr(expected, name)
        if a != b:
            raise AssertionError(f"The values for attribute '{name}' do not match: {a} != {b}.")
    if rtol is None:
        rtol, atol = _TOLERANCES.get(torch.promote_types(actual.dtype, expected.dtype), (0.0, 0.0))
    x, y = actual.detach().double(), expected.detach().double()
    wrong = ~torch.isclose(x, y, rtol, atol, equal_nan)
    if not wrong.any():
        return
    close = "close" if rtol or atol else "equal"

    def told(apart, limit):
        apart = torch.where(wrong, apart, -1.0).flatten()
        at = apart.argmax().item()
        place = f" at index {_place(at, actual.shape)}" if actual.dim() else ""
        return f"{apart[at].item()}{place}" + f" (up to {limit} allowed)" * (close == "close")

    apart = (x - y).abs()
    absolute, relative = told(apart, atol), told(apart / y.abs(), rtol)
    if actual.dim() == 0:
        raise AssertionError(f"Scalars are not {close}!\n\nAbsolute difference: {absolute}\n"
                             f"Relative difference: {relative}")
    count, size = wrong.sum().item(), wrong.numel()
    raise AssertionError(f"Tensor-likes are not {close}!\n\n"
                         f"Mismatched elements: {count} / {size} ({100 * count / size:.1f}%)\n"
                         f"Greatest absolute difference: {absolute}\n"
                         f"Greatest relative difference: {relative}")


def _compare(actual, expected, rtol, atol, equal_nan, check_dtype):
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for a, b in zip(actual, expected):
            _compare(a, b, rtol, atol, equal_nan, check_dtype)
    elif isinstance(actual, (int, float)) and isinstance(expected, (int, float)):
        actual, expected = (torch.tensor(x, dtype=torch.float64) for x in (actual, expected))
        _compare_tensors(actual, expected, rtol, atol, equal_nan, False)
    elif isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor):
        _compare_tensors(actual, expected, rtol, atol, equal_nan, check_dtype)
    else:
        raise TypeError("No comparison pair was able to handle inputs of type "
                        f"{type(actual)} and {type(expected)}.")


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError("Both 'rtol' and 'atol' must be either specified or unspecified, but got no "
                         f"{missing}.")
    try:
        _compare(actual, expected, rtol if rtol is None else float(rtol),
                 atol if atol is None else float(atol), equal_nan, check_dtype)
    except AssertionError as error:
        raise AssertionError(msg or str(error)) from None
