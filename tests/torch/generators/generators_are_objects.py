import types
from typing import Generator, Iterator


def fib(n: int) -> Iterator[int]:
    a, b = 0, 1
    for _ in range(n):
        yield a
        a, b = b, a + b


g = fib(5)
print(repr(g).startswith("<generator object fib at 0x"))
print(type(g), isinstance(g, types.GeneratorType), isinstance(g, Generator))
print(g.__name__, callable(g), bool(g), hasattr(g, "__next__"), hasattr([], "send"))
print(*fib(8), sep=" ")
print(list(zip(fib(4), fib(4))), set(fib(6)), tuple(fib(3)))
print({**{i: f for i, f in enumerate(fib(3))}}, [*fib(3), *fib(2)])
print(sum(fib(10)), any(x > 3 for x in fib(5)), all(fib(5)), "".join(map(str, fib(5))))
try:
    len(g)
except TypeError as e:
    print(e)
try:
    g[0]
except TypeError as e:
    print(e)
try:
    next(fib)
except TypeError as e:
    print(e)
x = (i for i in range(3))
print(x.send(None), next(x), x.close(), next(x, "closed"))
total: int = 0
holder = []


def holds_itself():
    me = holder[0]
    yield 1
    yield me


holder.append(holds_itself())
print(next(holder[0]), next(holder[0]) is holder[0])

# expect: True
# expect: <class 'generator'> True True
# expect: fib False True True False
# expect: 0 1 1 2 3 5 8 13
# expect: [(0, 0), (1, 1), (1, 1), (2, 2)] {0, 1, 2, 3, 5} (0, 1, 1)
# expect: {0: 0, 1: 1, 2: 1} [0, 1, 1, 0, 1]
# expect: 88 False False 01123
# expect: object of type 'generator' has no len()
# expect: 'generator' object is not subscriptable
# expect: 'function' object is not an iterator
# expect: 0 1 None closed
# expect: 1 True
