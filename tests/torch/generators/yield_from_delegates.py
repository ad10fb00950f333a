def inner():
    while True:
        try:
            x = yield "ready"
            print("inner got", x)
        except ValueError as e:
            print("inner caught", e)
            return "from inner"


def outer():
    result = yield from inner()
    print("result:", result)
    yield from [1, 2]
    got = yield from (c for c in "ab")
    print(got)


o = outer()
print(next(o))
print(o.send(7))
print(o.throw(ValueError("v")))
print(list(o))


class Hand:
    """An iterator by hand, with send and throw."""

    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 3:
            raise StopIteration("by hand")
        return self.n

    def send(self, x):
        return f"sent {x}"

    def throw(self, e):
        raise StopIteration(f"thrown {e!r}")

    def close(self):
        print("Hand closed")


def through():
    r = yield from Hand()
    print("r =", r)
    yield "end"


t = through()
print(next(t), t.send("hi"), next(t), next(t), next(t))
t = through()
next(t)
print(t.throw(KeyError("k")))
t = through()
next(t)
t.close()
try:
    for x in through():
        through().send()
except TypeError as e:
    print(e)


def not_iterable():
    yield from 5


try:
    list(not_iterable())
except TypeError as e:
    print(e)

# expect: ready
# expect: inner got 7
# expect: ready
# expect: inner caught v
# expect: result: from inner
# expect: 1
# expect: None
# expect: [2, 'a', 'b']
# expect: r = by hand
# expect: 1 sent hi 2 3 end
# expect: r = thrown KeyError('k')
# expect: end
# expect: Hand closed
# expect: Hand closed
# expect: generator.send() takes exactly one argument (0 given)
# expect: 'int' object is not iterable
