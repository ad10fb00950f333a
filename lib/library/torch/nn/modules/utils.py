"""Numbers for each dimension, from one number for all."""


def _ntuple(n):
    """A function that gives n numbers: those that it gets, or one n times."""
    def numbers(x):
        return tuple(x) if isinstance(x, (tuple, list)) else (x,) * n
    return numbers


_single, _pair, _triple, _quadruple = _ntuple(1), _ntuple(2), _ntuple(3), _ntuple(4)
