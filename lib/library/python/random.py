"""Python's own random numbers, number for number as in Python 3.11."""

import time as _time
from itertools import accumulate as _accumulate
from math import ceil as _ceil, cos as _cos, floor as _floor, log as _log, pi as _pi, sin as _sin, sqrt as _sqrt
from _draws import Stream as _Stream


class Random:
    """A source of random numbers of its own; the functions of this module use one that they share."""

    def __init__(self, x=None):
        self._stream = _Stream()      # a Mersenne Twister
        self.seed(x)

    def seed(self, a=None, version=2):
        """Starts again from a whole number; without one, from the time of day."""
        if a is None:
            a = _time.time_ns()
        if not isinstance(a, int):
            raise NotImplementedError(f"random.seed() with a {type(a).__name__} is not part of this tutor; "
                                      "use a whole number")
        a = abs(a)
        self._stream.seed([a >> bit & 0xFFFFFFFF for bit in range(0, max(a.bit_length(), 1), 32)])
        self._waiting = None

    def random(self):
        """A number in [0, 1), from 53 bits."""
        word = self._stream.word
        return ((word() >> 5) * 67108864 + (word() >> 6)) / 9007199254740992

    def getrandbits(self, k):
        bits = 0
        for at in range(0, k, 32):
            bits |= self._stream.word() >> max(32 - (k - at), 0) << at
        return bits

    def _below(self, n):
        """A whole number in [0, n)."""
        r = self.getrandbits(n.bit_length())
        while r >= n:
            r = self.getrandbits(n.bit_length())
        return r

    # ------------------------------------------------------------ whole numbers

    def randrange(self, start, stop=None, step=1):
        numbers = range(start) if stop is None else range(start, stop, step)
        if len(numbers) == 0:
            ends = f" ({start}, {stop}, {stop - start})" if stop is not None and step == 1 else ""
            raise ValueError(f"empty range for randrange(){ends}")
        return numbers[self._below(len(numbers))]

    def randint(self, a, b):
        """A whole number from a to b, b included."""
        return self.randrange(a, b + 1)

    # ------------------------------------------------------------ items of a list

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        """Puts a list into a random order, in place."""
        for i in reversed(range(1, len(x))):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k):
        """k different items, in random order."""
        if not hasattr(population, "__getitem__") or isinstance(population, dict):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        room = 21                                   # a list of the rest, or a set of what is taken
        if k > 5:
            room += 4 ** _ceil(_log(k * 3, 4))
        if n <= room:
            rest, taken = list(population), []
            for i in range(k):
                j = self._below(n - i)
                taken.append(rest[j])
                rest[j] = rest[n - i - 1]
            return taken
        places = {}
        while len(places) < k:
            places.setdefault(self._below(n))
        return [population[j] for j in places]

    def choices(self, population, weights=None, *, k=1):
        """k items, each drawn from all of them; `weights` says how likely each is."""
        n = len(population)
        if weights is None:
            return [population[_floor(self.random() * n)] for _ in range(k)]
        upto = list(_accumulate(weights))
        if len(upto) != n:
            raise ValueError("The number of weights does not match the population")
        total = upto[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")

        def place(x):
            return next((i for i, end in enumerate(upto[:-1]) if x < end), n - 1)
        return [population[place(self.random() * total)] for _ in range(k)]

    # ------------------------------------------------------------ real numbers

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def gauss(self, mu=0.0, sigma=1.0):
        """Normally distributed, two at a time: the second waits for the next call."""
        z, self._waiting = self._waiting, None
        if z is None:
            angle = self.random() * 2 * _pi
            length = _sqrt(-2.0 * _log(1.0 - self.random()))
            z, self._waiting = _cos(angle) * length, _sin(angle) * length
        return mu + z * sigma


_shared = Random()
seed, random, getrandbits, randrange, randint = (
    _shared.seed, _shared.random, _shared.getrandbits, _shared.randrange, _shared.randint)
choice, shuffle, sample, choices = _shared.choice, _shared.shuffle, _shared.sample, _shared.choices
uniform, gauss = _shared.uniform, _shared.gauss
