from contextlib import contextmanager


@contextmanager
def told(name):
    print("in", name)
    try:
        yield name.upper()
    except ValueError as error:
        print("caught", error)
    finally:
        print("out", name)


with told("a") as given:
    print(given)
# expect: in a
# expect: A
# expect: out a
with told("b"):
    raise ValueError("wrong")
# expect: in b
# expect: caught wrong
# expect: out b
print(told.__name__)  # expect: told
try:
    with told("c"):
        raise KeyError("passes")
except KeyError:
    pass
# expect: in c
# expect: out c


@contextmanager
def two():
    yield
    yield


def tell(block):
    try:
        with block:
            pass
    except RuntimeError as error:
        print(error)


tell(two())  # expect: generator didn't stop


@contextmanager
def none():
    return
    yield


tell(none())  # expect: generator didn't yield


def each():
    with told("d"):
        return 1


print(each())  # expect: in d
# expect: out d
# expect: 1
with told("e"):
    1 / 0  # expect ZeroDivisionError: division by zero
# expect: in e
# expect: out e
