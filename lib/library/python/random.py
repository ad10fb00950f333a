"""Python's own random numbers: a Mersenne Twister, number for number as in Python 3.11."""

import time as _time
from itertools import accumulate as _accumulate
from math import ceil as _ceil, cos as _cos, exp as _exp, floor as _floor, log as _log, pi as _pi, sin as _sin, sqrt as _sqrt

_WORDS, _MIDDLE = 624, 397
_LOW = 0xFFFFFFFF


def _first_words(start):
    """The words that one number of 32 bits starts with."""
    words = [start]
    for i in range(1, _WORDS):
        start = (1812433253 * (start ^ start >> 30) + i) & _LOW
        words.append(start)
    return words


def _words_of(seed):
    """The words that a seed of any size starts with, 32 bits of it after the other."""
    key = [seed >> bit & _LOW for bit in range(0, max(seed.bit_length(), 1), 32)]
    words = _first_words(19650218)
    i = 1

    def next_place(i):
        if i < _WORDS - 1:
            return i + 1
        words[0] = words[-1]
        return 1

    for k in range(max(_WORDS, len(key))):
        j = k % len(key)
        words[i] = ((words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1664525) + key[j] + j) & _LOW
        i = next_place(i)
    for _ in range(_WORDS - 1):
        words[i] = ((words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1566083941) - i) & _LOW
        i = next_place(i)
    words[0] = 0x80000000
    return words


class Random:
    """A source of random numbers of its own; the functions of this module use one that they share."""

    def __init__(self, x=None):
        self.seed(x)

    def seed(self, a=None, version=2):
        """Starts again from a number; without one, from the time of day."""
        if a is None:
            a = _time.time_ns()
        elif isinstance(a, float):
            a = hash(a) & 0xFFFFFFFFFFFFFFFF
        elif isinstance(a, str):
            raise NotImplementedError("random.seed() with a text is not part of this tutor; use a whole number")
        elif not isinstance(a, int):
            raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
        self._words, self._next, self.gauss_next = _words_of(abs(a)), _WORDS, None

    def getstate(self):
        return (3, (*self._words, self._next), self.gauss_next)

    def setstate(self, state):
        version, words, self.gauss_next = state
        if version != 3:
            raise ValueError(f"state with version {version} passed to Random.setstate() of version 3")
        self._words, self._next = list(words[:-1]), words[-1]

    def _twist(self):
        words = self._words
        for i in range(_WORDS):
            both = words[i] & 0x80000000 | words[(i + 1) % _WORDS] & 0x7FFFFFFF
            words[i] = words[(i + _MIDDLE) % _WORDS] ^ both >> 1 ^ (both & 1) * 0x9908B0DF
        self._next = 0

    def _word(self):
        """32 random bits."""
        if self._next == _WORDS:
            self._twist()
        y = self._words[self._next]
        self._next += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        return y ^ y >> 18

    def random(self):
        """A number in [0, 1), from 53 bits."""
        return ((self._word() >> 5) * 67108864 + (self._word() >> 6)) / 9007199254740992

    def getrandbits(self, k):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        bits = 0
        for at in range(0, k, 32):
            bits |= self._word() >> max(32 - (k - at), 0) << at
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
            if stop is None:
                raise ValueError("empty range for randrange()")
            if step == 1:
                raise ValueError(f"empty range for randrange() ({start}, {stop}, {stop - start})")
            raise ValueError("empty range for randrange()")
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

    def sample(self, population, k, *, counts=None):
        """k different items, in random order."""
        if not hasattr(population, "__getitem__") or isinstance(population, dict):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        if counts is not None:
            population = [item for item, count in zip(population, counts) for _ in range(count)]
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

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """k items, each drawn from all of them; `weights` says how likely each is."""
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[_floor(self.random() * n)] for _ in range(k)]
            cum_weights = list(_accumulate(weights))
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")

        def place(x):
            return next((i for i, upto in enumerate(cum_weights[:-1]) if x < upto), n - 1)
        return [population[place(self.random() * total)] for _ in range(k)]

    # ------------------------------------------------------------ real numbers

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def gauss(self, mu=0.0, sigma=1.0):
        """Normally distributed, two at a time: the second waits for the next call."""
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            angle = self.random() * 2 * _pi
            length = _sqrt(-2.0 * _log(1.0 - self.random()))
            z, self.gauss_next = _cos(angle) * length, _sin(angle) * length
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normally distributed, by the ratio of two uniform numbers."""
        while True:
            u, v = self.random(), 1.0 - self.random()
            z = 4 * _exp(-0.5) / _sqrt(2.0) * (u - 0.5) / v
            if z * z / 4.0 <= -_log(v):
                return mu + z * sigma

    def expovariate(self, lambd):
        return -_log(1.0 - self.random()) / lambd

    def triangular(self, low=0.0, high=1.0, mode=None):
        u, c = self.random(), 0.5
        if high == low:
            return low
        if mode is not None:
            c = (mode - low) / (high - low)
        if u > c:
            u, c, low, high = 1.0 - u, 1.0 - c, high, low
        return low + (high - low) * _sqrt(u * c)


_shared = Random()
seed, getstate, setstate = _shared.seed, _shared.getstate, _shared.setstate
random, getrandbits, randrange, randint = _shared.random, _shared.getrandbits, _shared.randrange, _shared.randint
choice, shuffle, sample, choices = _shared.choice, _shared.shuffle, _shared.sample, _shared.choices
uniform, gauss, normalvariate = _shared.uniform, _shared.gauss, _shared.normalvariate
expovariate, triangular = _shared.expovariate, _shared.triangular
