def g():
    yield 1
    raise ValueError("inside")


it = g()
print(next(it))
try:
    next(it)
except ValueError as e:
    print("ValueError:", e)
print(next(it, "ended"))


def stops():
    yield next(iter([]))


try:
    next(stops())
except RuntimeError as e:
    print("RuntimeError:", e, "|", repr(e.__cause__))


def self_feeding():
    yield next(me)


me = self_feeding()
try:
    next(me)
except ValueError as e:
    print("ValueError:", e)


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


s = stubborn()
next(s)
try:
    s.close()
except RuntimeError as e:
    print("RuntimeError:", e)
try:
    g().throw(TypeError("early"))
except TypeError as e:
    print("TypeError:", e)
try:
    g().throw(3)
except TypeError as e:
    print("TypeError:", e)
try:
    [][0]
except IndexError:
    def again():
        try:
            yield "in the handler"
            raise
        except IndexError as e:
            yield f"still {e}"
    for x in again():
        print(x)


def deep(n):
    if n:
        yield from deep(n - 1)
    yield n


print(sum(deep(200)))


def endless():
    yield from endless()


try:
    next(endless())
except RecursionError as e:
    print("RecursionError")

# expect: 1
# expect: ValueError: inside
# expect: ended
# expect: RuntimeError: generator raised StopIteration | StopIteration()
# expect: ValueError: generator already executing
# expect: RuntimeError: generator ignored GeneratorExit
# expect: TypeError: early
# expect: TypeError: exceptions must be classes or instances deriving from BaseException, not int
# expect: in the handler
# expect: still list index out of range
# expect: 20100
# expect: RecursionError
