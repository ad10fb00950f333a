"""Kinds of numbers, for isinstance(): Python's own and NumPy's scalars."""

import numpy as np


class _Kind(type):
    def __instancecheck__(cls, x):
        return isinstance(x, cls._kinds)


class Number(metaclass=_Kind):
    _kinds = (int, float, np.integer, np.floating)


class Complex(Number):
    pass


class Real(Complex):
    pass


class Rational(Real):
    _kinds = (int, np.integer)


class Integral(Rational):
    pass
