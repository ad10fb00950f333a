def average():
    total, count, mean = 0.0, 0, None
    while True:
        x = yield mean
        if x is None:
            continue
        total += x
        count += 1
        mean = total / count


avg = average()
print(next(avg))
print([avg.send(v) for v in (10, 20, 60)])
print(next(avg))
try:
    average().send(3)
except TypeError as e:
    print(e)


def accumulate():
    total = 0
    while True:
        total += yield total


acc = accumulate()
acc.send(None)
print(acc.send(5), acc.send(7))


def swap():
    (a, b) = yield "first"
    [c, *d] = yield (b, a)
    yield c, d


s = swap()
print(next(s), s.send((1, 2)), s.send("xyz"))

# expect: None
# expect: [10.0, 15.0, 30.0]
# expect: 30.0
# expect: can't send non-None value to a just-started generator
# expect: 5 12
# expect: first (2, 1) ('x', ['y', 'z'])
