def counter(step):
    total = 0

    def ticks(n):
        nonlocal total
        for _ in range(n):
            total += step
            yield total

    return ticks


ticks = counter(5)
print(list(ticks(2)), list(ticks(2)))


class Vocabulary:
    words = ["a", "b", "c"]

    def pairs(self):
        for i, w in enumerate(self.words):
            yield i, w

    @classmethod
    def upper(cls):
        yield from map(str.upper, cls.words)

    @staticmethod
    def digits(n=3, *more, sep=""):
        while n:
            n -= 1
            yield f"{n}{sep}"
        yield from more

    @property
    def lengths(self):
        for w in self.words:
            yield len(w)


v = Vocabulary()
print(dict(v.pairs()), list(Vocabulary.upper()))
print(list(v.digits()), list(v.digits(2, "x", sep="!")), list(v.lengths))
try:
    list(v.digits(1, 2, bad=3))
except TypeError as e:
    print(e)
gens = [(lambda k: (k * i for i in range(3)))(k) for k in (1, 2)]
print([list(g) for g in gens])


def lazy():
    print("starts")
    yield


g = lazy()
print("made")
next(g)

# expect: [5, 10] [15, 20]
# expect: {0: 'a', 1: 'b', 2: 'c'} ['A', 'B', 'C']
# expect: ['2', '1', '0'] ['1!', '0!', 'x'] [1, 1, 1]
# expect: Vocabulary.digits() got an unexpected keyword argument 'bad'
# expect: [[0, 1, 2], [0, 2, 4]]
# expect: made
# expect: starts
