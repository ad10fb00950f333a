# What is looked up at once in the usual case, in the unusual ones.


# A built-in function, until the program has its own of that name.
def size_of(x):
    return len(x)


print(size_of([1, 2, 3]))  # expect: 3
for turn in range(4):
    if turn == 1:
        len = lambda x: 42
    if turn == 3:
        del len
    sizes = [size_of("ab"), len("abc")]
    if turn == 0:
        first = sizes
    elif turn == 1:
        second = sizes
    elif turn == 3:
        last = sizes
print(first, second, last)  # expect: [2, 3] [42, 42] [2, 3]


# Keys that are equal to numbers and text in the program's own words.
class Key:
    asked = 0

    def __init__(self, like):
        self.like = like

    def __hash__(self):
        return hash(self.like)

    def __eq__(self, other):
        Key.asked += 1
        return self.like == other


table = {Key(7): "a key of its own", 1: "one", "x": "text"}
print(table[7], table[1.0], table[True], table["x"])  # expect: a key of its own one one text
print(Key.asked)  # expect: 1
table[7] += "!"
print(table[7], Key.asked, 7 in table, Key(1) in table, Key.asked)  # expect: a key of its own! 4 True True 6
kinds = {Key(3), 4, "five"}
print(3 in kinds, 4.0 in kinds, "five" in kinds, 5 in kinds)  # expect: True True True False


class Name(str):
    def __hash__(self):
        return 5

    def __eq__(self, other):
        return False


words = {"a": 1}
try:
    print(words[Name("a")])
except KeyError as error:
    print("KeyError", error)  # expect: KeyError 'a'
try:
    print(words["b"])
except KeyError as error:
    print("KeyError", error)  # expect: KeyError 'b'
try:
    print(words[[1]])
except TypeError as error:
    print(error)  # expect: unhashable type: 'list'


class Default(dict):
    def __missing__(self, key):
        return key * 2


print(Default()["ab"], Default()[21])  # expect: abab 42
deep = {"rows": [{"n": 1}, {"n": 2}]}
deep["rows"][1]["n"] += 40
print(deep["rows"][1]["n"] + deep["rows"][0]["n"], deep)  # expect: 43 {'rows': [{'n': 1}, {'n': 42}]}


# Attributes that change where they lie, and those that must not.
class Counter:
    steps = 10

    def __init__(self):
        self.n = 0

    @property
    def half(self):
        return self.n / 2

    @half.setter
    def half(self, value):
        self.n = value * 2


c = Counter()
c.n += 5
c.steps += 1
c.half += 1
print(c.n, c.steps, Counter.steps, c.half)  # expect: 7.0 11 10 3.5
Counter.steps = 20
print(c.steps, Counter.steps + c.n * 2)  # expect: 11 34.0


class Watched:
    def __init__(self):
        self.n = 1

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 10)


w = Watched()
w.n += 1
print(w.n)  # expect: 110


class Asked:
    def __init__(self):
        self.n = 1

    def __getattribute__(self, name):
        return 100


print(Asked().n + 1)  # expect: 101


class Late:
    def __getattr__(self, name):
        return len(name)


late = Late()
print(late.four + 1)  # expect: 5
late.four = 0
print(late.four + 1)  # expect: 1
try:
    c.none += 1
except AttributeError as error:
    print(error)  # expect: 'Counter' object has no attribute 'none'
c.text = "a"
c.text += "b"
print(c.text)  # expect: ab

# Powers near the ends of 64 bits.
two, minus, big = 2, -2, 3037000499
print(two**62, two**63, minus**63, minus**64, big**2, (big + 1) ** 2)  # expect: 4611686018427387904 9223372036854775808 -9223372036854775808 18446744073709551616 9223372030926249001 9223372037000250000
print(two**0, 0**0, minus**3, 10**18, 10**19, 2**-1, 7**1, (-1) ** 1001)  # expect: 1 1 -8 1000000000000000000 10000000000000000000 0.5 7 -1
print(abs(-(2**63)), abs(-0.0), abs(-7), abs(True), abs(2**70))  # expect: 9223372036854775808 0.0 7 1 1180591620717411303424
print(max(3, 8.5, 8), min(3, 1, 2), max("b", "a"), max([4], [3, 9]), min(2, 1.0, 1))  # expect: 8.5 1 b [4] 1.0
print(max(1, 2, key=lambda v: -v), min([5, 4], default=0), max([], default=7))  # expect: 1 4 7

# Calls whose arguments do not fit.


def two_of(a, b):
    return a - b


refused = []
for call in [lambda: two_of(1), lambda: two_of(1, 2, 3), lambda: two_of(1, c=2), lambda: abs(1, 2)]:
    try:
        call()
    except TypeError as error:
        refused.append(str(error))
print("\n".join(refused))  # expect: two_of() missing 1 required positional argument: 'b'
# expect: two_of() takes 2 positional arguments but 3 were given
# expect: two_of() got an unexpected keyword argument 'c'
# expect: abs() takes exactly one argument (2 given)
print(two_of(5, 3), two_of(*(5, 3)), two_of(b=1, a=2), two_of(**{"a": 1, "b": 5}))  # expect: 2 2 1 -4


def swap_out(n):
    global swap_out
    swap_out = abs
    return n - 1


print(swap_out(-5), swap_out(-5))  # expect: -6 5


def down(n):
    return down(n - 1) + 1 if n > 0 else 0


print(down(300))  # expect: 300
try:
    down(5000)
except RecursionError as error:
    print(type(error).__name__)  # expect: RecursionError
print(None is None, c is not c, [] is [], c is None)  # expect: True False False False


# Keys that change the container while they are compared.
class Busy:
    def __init__(self, act):
        self.act = act

    def __hash__(self):
        return 1

    def __eq__(self, other):
        act, self.act = self.act, None
        if act:
            act()
        return True


busy = set()
busy.add(Busy(lambda: busy.clear()))
try:
    busy.remove(Busy(None))
    print("removed")
except KeyError:
    print("KeyError", len(busy))  # expect: KeyError 0


def refill():
    entries.clear()
    entries[9] = "nine"


entries = {}
entries[Busy(refill)] = "first"
try:
    print(entries[Busy(None)])
except KeyError:
    print("KeyError", entries)  # expect: KeyError {9: 'nine'}
entries = {}
entries[Busy(refill)] = "first"
entries[Busy(None)] = "second"
print(list(entries.values()))  # expect: ['nine', 'second']


# Names that code in a text finds: the module's come before the built-in ones.
def abs(x):
    return "mine"


rows = [[1, 2], [3, 4]]
at = 1


def by_text():
    here = 5
    return eval("abs(-1)"), eval("rows[at][0] + at"), eval("min(here, 7)")


print(by_text())  # expect: ('mine', 4, 5)
whole = 1
try:
    whole @= 2
except TypeError as error:
    print(error)  # expect: unsupported operand type(s) for @=: 'int' and 'int'

# A built-in name that is changed becomes one of the module's.
import builtins

builtins.counter = 5
counter += 1
print(counter, builtins.counter)  # expect: 6 5
del counter
print(counter)  # expect: 5
