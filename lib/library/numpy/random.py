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
    """Two numbers as they are; arrays decide on the shape, with which `size` must agree."""
    first, second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if first.ndim == second.ndim == 0:
        return first.item(), second.item(), size
    parts = [first, second] if size is None else [np.empty(size, dtype=bool), first, second]
    for j, b in enumerate(parts):
        for i, a in enumerate(parts[:j]):
            if any(m != n and 1 not in (m, n) for m, n in zip(a.shape[::-1], b.shape[::-1])):
                raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.  "
                                 f"Mismatch is between arg {i} with shape {a.shape} and arg {j} "
                                 f"with shape {b.shape}.")
    shape = (first + second).shape
    if size is not None and (parts[0] + first + second).shape != parts[0].shape:
        raise ValueError(f"Output size {parts[0].shape} is not compatible with broadcast "
                         f"dimensions of inputs {shape}.")
    return first, second, shape if size is None else size


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
        if x.ndim == 0:
            np.sum(x, axis=0)       # raises NumPy's AxisError
        return x[self._stream.shuffle(np.arange(len(x)))]

    def shuffle(self, x):
        order = self._stream.shuffle(np.arange(len(x)))
        if not isinstance(x, (list, np.ndarray)):
            x[0] = x                # raises Python's TypeError
        x[:] = x[order] if isinstance(x, np.ndarray) else [x[i] for i in order]

    def choice(self, a, size=None, replace=True, p=None, shuffle=True):
        pool, words = np.asarray(a), self._words
        n, count = len(pool) if pool.ndim else int(a), np.empty(size or (), dtype=bool).size
        if pool.ndim == 0 and pool.dtype.kind == "f":
            raise ValueError(f"a must be a sequence or an integer, not {type(a)}")
        if n <= 0 < count:
            raise ValueError(words["none"] if pool.ndim else words["number"])
        if p is not None:
            if not replace:
                refuse("choice(p=, replace=False)", _ADVICE)
            at = self._weighted(p, n, size)
        elif replace:
            at = _drawn(size, lambda count: self._stream.below(n - 1, count))
        else:
            if count > n:
                raise ValueError(words["larger"])
            at = _drawn(size, lambda count: self._some(n, count, shuffle))
        return pool[at] if pool.ndim else at

    def _some(self, n, count, in_random_order):
        return self._stream.shuffle(np.arange(n))[:count]

    def _weighted(self, p, n, size):
        """Places among n, each with its probability."""
        exact = not isinstance(p, np.ndarray) or p.dtype == float
        p = np.asarray(p, dtype=float)
        if p.size != n:
            raise ValueError(self._words["sizes"])
        if not np.all(p >= 0):
            raise ValueError("probabilities are not non-negative")
        upto = np.cumsum(p)
        if not abs(upto[-1] - 1) <= 2.0 ** (-26 if exact else -11):
            raise ValueError("probabilities do not sum to 1")
        upto = upto / upto[-1]
        return _drawn(size, lambda count: np.array(
            [np.sum(upto <= u) for u in self._stream.uniform(count)], dtype=int))


class RandomState(_Draws):
    """Behind np.random.seed() and the functions that follow; a program may have more of them."""

    _words = {"none": "'a' cannot be empty unless no samples are taken",
              "number": "a must be greater than 0 unless no samples are taken",
              "larger": "Cannot take a larger sample than population when 'replace=False'",
              "sizes": "'a' and 'p' must have same size"}

    def __init__(self, seed=None):
        super().__init__(Stream())
        if seed is not None:
            self.seed(seed)

    def seed(self, seed=None):
        if seed is not None:
            if isinstance(seed, float):
                raise TypeError("Cannot cast scalar from dtype('float64') to dtype('int64') "
                                "according to the rule 'safe'")
            if not isinstance(seed, (int, np.integer)):
                refuse("np.random.seed() with several numbers", _ADVICE)
            if not 0 <= seed < 2**32:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._stream.seed(seed)

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

    _words = {"none": "a cannot be empty unless no samples are taken",
              "number": "a must be a positive integer unless no samples are taken",
              "larger": "Cannot take a larger sample than population when replace is False",
              "sizes": "a and p must have same size"}

    def __str__(self):
        return "Generator(PCG64)"

    def __repr__(self):
        return f"Generator(PCG64) at 0x{id(self):X}"

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

    def uniform(self, low=0.0, high=1.0, size=None):
        width = np.subtract(high, low)
        if not np.all(np.isfinite(width)):
            raise OverflowError("high - low range exceeds valid bounds")
        if np.any(width < 0):
            raise ValueError("high - low < 0")
        return super().uniform(low, high, size)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        first, last = (0, int(low)) if high is None else (int(low), int(high))
        last -= not endpoint
        kind = np.dtype(dtype)
        if kind.kind == "f":
            raise TypeError(f"Unsupported dtype {kind!r} for integers")
        if kind.itemsize < 4:
            refuse("Generator.integers(dtype=) of small integers", _ADVICE)
        if size is not None and np.empty(size, dtype=bool).size == 0:
            return np.empty(size, dtype=kind)
        limit = 1 << 8 * kind.itemsize - 1
        if first < -limit or last >= limit:
            raise ValueError(f"{'low' if first < -limit else 'high'} is out of bounds for {kind}")
        if first > last:
            raise ValueError(f"{'low' if first else 'high'} {'>' if first else '<'}"
                             f"{'' if endpoint else '='} {'high' if first else 0}")
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
    several = isinstance(seed, (list, tuple, np.ndarray))
    words = []
    for n in seed if several else [entropy() if seed is None else seed]:
        if not isinstance(n, (int, np.integer)):
            raise TypeError("seed must be integer" if several else
                            f"SeedSequence expects int or sequence of ints for entropy not {n}")
        if n < 0:
            raise ValueError("expected non-negative integer")
        n = int(n)
        words.append(n & 0xffffffff)
        while n := n >> 32:
            words.append(n & 0xffffffff)
    return Generator(Stream(words))


_state = RandomState()
seed, rand, randn, randint = _state.seed, _state.rand, _state.randn, _state.randint
random = random_sample = ranf = sample = _state.random
standard_normal, uniform, normal = _state.standard_normal, _state.uniform, _state.normal
permutation, shuffle, choice = _state.permutation, _state.shuffle, _state.choice
