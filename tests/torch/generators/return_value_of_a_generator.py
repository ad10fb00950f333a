def worker(n):
    done = 0
    for i in range(n):
        yield i
        done += 1
    return f"{done} done"


def boss():
    first = yield from worker(2)
    print("first:", first)
    return (yield from worker(1))


g = worker(1)
print(next(g))
try:
    next(g)
except StopIteration as stop:
    print(repr(stop.value), stop.args)
print(next(g, "over"))

it = boss()
while True:
    try:
        print(next(it))
    except StopIteration as stop:
        print("boss returned", stop.value)
        break


def nothing():
    return
    yield


print(list(nothing()))

# expect: 0
# expect: '1 done' ('1 done',)
# expect: over
# expect: 0
# expect: 1
# expect: first: 2 done
# expect: 0
# expect: boss returned 1 done
# expect: []
