"""numpy.random: the old functions over one Mersenne Twister, and default_rng()'s Generator."""

import numpy as np
from _draws import Stream, entropy
from _tutor import refuse

_ADVICE = "of numpy.random there are the uniform and normal numbers, integers, choice and shuffles"


def _drawn(size, draw):
    """draw(n) in the shape `size`; without one a single number of Python's."""
    if size is None:
        return draw(1).item()
    shape = np.empty(size, dtype=bool).shape
    return draw(np.empty(shape, dtype=bool).size).reshape(shape)


def _parameters(first, second, size):
    """Two numbers as they are; arrays decide on the shape."""
    first, second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if first.ndim == second.ndim == 0:
        return first.item(), second.item(), size
    return first, second, (first + second).shape if size is None else size


class _Draws:
    """What the old functions and a Generator have in common."""

    def __init__(self, stream):
        self._stream = stream

    def standard_normal(self, size=None):
        return _drawn(size, self._stream.normal)

    def uniform(self, low=0.0, high=1.0, size=None):
        low, high, size = _parameters(low, high, size)
        return low + (high - low) * _drawn(size, self._stream.uniform)

    def normal(self, loc=0.0, scale=1.0, size=None):
        loc, scale, size = _parameters(loc, scale, size)
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        return loc + scale * _drawn(size, self._stream.normal)

    def permutation(self, x):
        if isinstance(x, (int, np.integer)):
            return self._stream.shuffle(np.arange(x))
        x = np.asarray(x)
        return x[self._stream.shuffle(np.arange(len(x)))]

    def shuffle(self, x):
        order = self._stream.shuffle(np.arange(len(x)))
        x[:] = x[order] if isinstance(x, np.ndarray) else [x[i] for i in order]

    def choice(self, a, size=None, replace=True, p=None, shuffle=True):
        pool = np.asarray(a)
        n = len(pool) if pool.ndim else int(a)
        if n <= 0:
            raise ValueError("a must be greater than 0 unless no samples are taken")
        if p is not None:
            if not replace:
                refuse("choice(p=, replace=False)", _ADVICE)
            at = self._weighted(np.asarray(p, dtype=float), n, size)
        elif replace:
            at = _drawn(size, lambda count: self._stream.below(n - 1, count))
        else:
            if np.empty(size or (), dtype=bool).size > n:
                raise ValueError("Cannot take a larger sample than population when 'replace=False'")
            at = _drawn(size, lambda count: self._some(n, count, shuffle))
        return pool[at] if pool.ndim else at

    def _some(self, n, count, in_random_order):
        return self._stream.shuffle(np.arange(n))[:count]

    def _weighted(self, p, n, size):
        """Places among n, each with its probability."""
        if p.size != n:
            raise ValueError("'a' and 'p' must have same size")
        if not np.all(p >= 0):
            raise ValueError("probabilities are not non-negative")
        upto = np.cumsum(p)
        if abs(upto[-1] - 1) > 2.0 ** -11:
            raise ValueError("probabilities do not sum to 1")
        upto = upto / upto[-1]
        return _drawn(size, lambda count: np.array(
            [np.sum(upto <= u) for u in self._stream.uniform(count)], dtype=int))


class RandomState(_Draws):
    """Behind np.random.seed() and the functions that follow; a program may have more of them."""

    def __init__(self, seed=None):
        super().__init__(Stream())
        if seed is not None:
            self.seed(seed)

    def seed(self, seed=None):
        if seed is not None and not isinstance(seed, (int, np.integer)):
            refuse(f"np.random.seed() with a {type(seed).__name__}", "use a whole number")
        if seed is not None and not 0 <= seed < 2**32:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._stream.seed(None if seed is None else int(seed))

    def random(self, size=None):
        return _drawn(size, self._stream.uniform)

    random_sample = random

    def rand(self, *args):
        return _drawn(args or None, self._stream.uniform)

    def randn(self, *args):
        return _drawn(args or None, self._stream.normal)

    def randint(self, low, high=None, size=None, dtype=None):
        first, last = (0, int(low)) if high is None else (int(low), int(high))
        if first >= last:
            raise ValueError("high <= 0" if high is None else "low >= high")
        whole = _drawn(size, lambda n: self._stream.below(last - first - 1, n)) + first
        return whole if dtype is None else np.dtype(dtype).type(whole)


class Generator(_Draws):
    """What default_rng() gives."""

    def __str__(self):
        return "Generator(PCG64)"

    def __getattr__(self, name):
        now = {"rand": "random", "randn": "standard_normal", "randint": "integers"}.get(name)
        if now is None and not name.startswith("_"):
            refuse(f"Generator.{name}", _ADVICE)
        raise AttributeError(f"'numpy.random._generator.Generator' object has no attribute {name!r}")

    def _floats(self, size, dtype, name, draw):
        dtype = np.dtype(dtype)
        if dtype.kind != "f" or dtype.itemsize < 4:
            raise TypeError(f"Unsupported dtype {dtype!r} for {name}")
        return _drawn(size, lambda n: draw(n, dtype.itemsize == 4))

    def random(self, size=None, dtype=float):
        return self._floats(size, dtype, "random", self._stream.uniform)

    def standard_normal(self, size=None, dtype=float):
        return self._floats(size, dtype, "standard_normal", self._stream.normal)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        first, last = (0, int(low)) if high is None else (int(low), int(high))
        last -= not endpoint
        kind = np.dtype(dtype)
        if kind.kind != "i" or kind.itemsize < 4:
            refuse(f"Generator.integers(dtype={kind})", _ADVICE)
        if first > last:
            raise ValueError("high <= 0" if high is None else "low >= high")
        whole = _drawn(size, lambda n: self._stream.below(last - first, n)) + first
        return whole if dtype is int and size is None else kind.type(whole)

    def _some(self, n, count, in_random_order):
        """The end of a shuffle or, of few among many, by Floyd's method."""
        if n > 10000 and count > n // (50 if in_random_order else 20):
            return self._stream.swaps(np.arange(n), max(n - count, 1))[n - count:]
        taken = {}                                      # in order
        for last in range(n - count, n):
            v = self._stream.below(last, 1).item()
            taken[last if v in taken else v] = True
        order = np.array(list(taken), dtype=int)
        return self._stream.swaps(order, 1) if in_random_order else order


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    seed = entropy() if seed is None else seed
    if not isinstance(seed, (int, np.integer)) or seed < 0:
        refuse(f"default_rng({seed!r})", "use a whole number that is not negative")
    seed = int(seed)
    return Generator(Stream([seed >> bit & 0xffffffff for bit in range(0, max(seed.bit_length(), 1), 32)]))


_state = RandomState()
seed, rand, randn, randint = _state.seed, _state.rand, _state.randn, _state.randint
random = random_sample = ranf = sample = _state.random
standard_normal, uniform, normal = _state.standard_normal, _state.uniform, _state.normal
permutation, shuffle, choice = _state.permutation, _state.shuffle, _state.choice
