def search(rows, wanted):
    for r, row in enumerate(rows):
        for c, x in enumerate(row):
            if x < 0:
                break
            elif x == wanted:
                yield r, c
            else:
                continue
        else:
            yield r, "whole"
            continue
        yield r, "cut"
    else:
        yield "no break"


print(list(search([[1, 2, 1], [1, -1, 1], []], 1)))


def down(n):
    while n > 0:
        n -= 1
        if n == 2:
            continue
        yield n
        if n == 1:
            break
    else:
        yield "to the end"
    return n


print(list(down(5)), list(down(0)))


def finallys():
    for i in range(3):
        try:
            if i == 1:
                continue
            yield i
            if i == 2:
                return "r"
        finally:
            yield f"finally {i}"


def run(g):
    return (yield from g)


r = run(finallys())
try:
    while True:
        print(next(r))
except StopIteration as s:
    print(s.value)


def swallow():
    for _ in range(2):
        try:
            raise KeyError(1)
        finally:
            yield "f"
            break
    yield "g"


print(list(swallow()))


def nested():
    try:
        try:
            yield 1
            raise KeyError("a")
        except KeyError as e:
            yield e
            raise ValueError("b") from e
        finally:
            yield "inner finally"
    except ValueError as e:
        yield e, e.__cause__
    else:
        yield "never"


print([repr(x) for x in nested()])

# expect: [(0, 0), (0, 2), (0, 'whole'), (1, 0), (1, 'cut'), (2, 'whole'), 'no break']
# expect: [4, 3, 1] ['to the end']
# expect: 0
# expect: finally 0
# expect: finally 1
# expect: 2
# expect: finally 2
# expect: r
# expect: ['f', 'g']
# expect: ['1', "KeyError('a')", "'inner finally'", "(ValueError('b'), KeyError('a'))"]
