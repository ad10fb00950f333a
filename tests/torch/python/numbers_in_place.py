def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# Small ints grow into big ones, wherever they lie.
big = 2**63 - 1
big += 1
print(big)  # expect: 9223372036854775808
def grow():
    n = 2**62
    n += n
    n = n - 1 + 2**62 * 2
    return n, n * n, -n - 2**63
print(grow())  # expect: (18446744073709551615, 340282366920938463426481119284349108225, -27670116110564327423)
print(2**53 + 1 == float(2**53), 2**53 + 1 > float(2**53), 2**53 < 2.0**53, (2**53 + 1) / 1, 3 / 2**60)  # expect: False True False 9007199254740992.0 2.6020852139652106e-18
print(True + 1, True + 1.5, True * True, 1 < True, 1 == True, 1.0 == True)  # expect: 2 2.5 1 False True True
x = 1
x += True
print(x, type(x))  # expect: 2 <class 'int'>
y = 0.0
y += 2
print(y, -7 // 2, -7 % 3, 7 % -3, 7 // -2, -7.5 // 2, 7.5 % -2, 2**-1, 2**0.5)  # expect: 2.0 -4 2 -2 -4 -4.0 -0.5 0.5 1.4142135623730951
nan = float("nan")
print(nan == nan, nan != nan, nan < 1, 1 >= nan, not nan < 1, nan + 1, 1 / float("inf"))  # expect: False True False False True nan 0.0
print(-0.0 * 1, 0 * -1.0, 0.0 + -0.0, -0.0 + -0.0)  # expect: -0.0 -0.0 0.0 -0.0
print(error(lambda: 1 / 0), error(lambda: 1.0 / 0), error(lambda: 1 % 0), error(lambda: 1 // 0), error(lambda: 1.5 % 0))  # expect: ZeroDivisionError: division by zero ZeroDivisionError: float division by zero ZeroDivisionError: integer modulo by zero ZeroDivisionError: integer division or modulo by zero ZeroDivisionError: float modulo
# What is evaluated on the right may change the name on the left.
z = 1
z += (z := 5)
print(z)  # expect: 6
def outer():
    total = 10
    def change():
        nonlocal total
        total = 100
        return 1
    total += change()
    return total
print(outer())  # expect: 11
g = 10
def change():
    global g
    g = 100
    return 1
g += change()
print(g, g + change(), change() + g)  # expect: 11 12 101
g = 1
print(g < change(), change() > g)  # expect: False False
class Body:
    a = 1
    a += 2
    b, c = a, a + 1
    b, c = c, b
    def size(self): return self.b
print(Body.a, Body.b, Body.c, Body().size())  # expect: 3 4 3 4
def swap(a, b, c):
    a, b = b, a
    a, b, c = c, a, b
    a, = (a + 1),
    return a, b, c
print(swap(1, "two", 3))  # expect: (4, 'two', 1)
def unset():
    a, b = 1, a
print(error(unset))  # expect: UnboundLocalError: cannot access local variable 'a' where it is not associated with a value
def unset2():
    a += 1
print(error(unset2))  # expect: UnboundLocalError: cannot access local variable 'a' where it is not associated with a value
print(error(lambda: undefined + 1))  # expect: NameError: name 'undefined' is not defined
items = [1, 2, 3]
for i in range(-3, 3):
    items[i] += i
    items[i] = items[i] * 2
print(items, error(lambda: items[3]), error(lambda: items[-4]), items[True])  # expect: [-8, 2, 12] IndexError: list index out of range IndexError: list index out of range 2
def put(i):
    items[i] = 0
print(error(lambda: put(3)), error(lambda: put(-4)), error(lambda: put(1.0)))  # expect: IndexError: list assignment index out of range IndexError: list assignment index out of range TypeError: list indices must be integers or slices, not float
t = (1, 2)
def put_tuple():
    t[0] = 5
print(error(put_tuple))  # expect: TypeError: 'tuple' object does not support item assignment
def grow_tuple():
    t[0] += 5
print(error(grow_tuple))  # expect: TypeError: 'tuple' object does not support item assignment
class L(list):
    def __getitem__(self, i): return ("got", i)
    def __setitem__(self, i, v): super().__setitem__(i, ("set", v))
l = L([1, 2])
l[0] = 7
print(l[0], list(l), l[-1])  # expect: ('got', 0) [('set', 7), 2] ('got', -1)
class P:
    n = 5
    def __init__(self): self.x = 1
    @property
    def twice(self): return self.x * 2
p = P()
p.n += 1
p.x += 0.5
print(p.n, P.n, p.x, p.twice)  # expect: 6 5 1.5 3.0
def set_property():
    p.twice += 1
print(error(set_property))  # expect: AttributeError: property 'twice' of 'P' object has no setter
def no_attribute():
    p.nothing += 1
print(error(no_attribute))  # expect: AttributeError: 'P' object has no attribute 'nothing'
class Tracks:
    def __setattr__(self, name, value): object.__setattr__(self, name, value * 10)
    def __getattr__(self, name): return 1
k = Tracks()
k.a += 1
k.a += 1
print(k.a)  # expect: 210
seen = []
for a, b in zip([1, 2], "xy"):
    a, b = b, a
    seen.append((a, b))
for i, (a, b) in enumerate([(1, 2), (3, 4)]): seen.append((i, a, b))
print(seen)  # expect: [('x', 1), ('y', 2), (0, 1, 2), (1, 3, 4)]
print([a + b for a, b in [(1, 2), (3, 4)]], {a: b for a, b in [(1, 2)]})  # expect: [3, 7] {1: 2}
def pairs():
    for a, b in [(1, 2, 3)]: pass
print(error(pairs))  # expect: ValueError: too many values to unpack (expected 2)
def few():
    for a, b in [(1,)]: pass
print(error(few))  # expect: ValueError: not enough values to unpack (expected 2, got 1)
e = []
print(bool(e and 1), not (e or 0), 1 if e or "x" else 2, 1 if e and e[0] else 2, [] or 0, 1 and 2)  # expect: False True 1 2 0 2
if 1 < 2 and 3.0 > 2 and not e or e[0]: print("yes")  # expect: yes
n = 0
while n < 5.5 and not n == 4: n += 1
print(n)  # expect: 4
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 == True, 1 < 2.5, 2.5 <= 2, "a" < "b", 1 != "a", (1, 2) < (1, 3))  # expect: True False True True False True True True
print(error(lambda: 1 < "a"), error(lambda: 1 + "a"), error(lambda: [] + 1), error(lambda: 1.5 + None))  # expect: TypeError: '<' not supported between instances of 'int' and 'str' TypeError: unsupported operand type(s) for +: 'int' and 'str' TypeError: can only concatenate list (not "int") to list TypeError: unsupported operand type(s) for +: 'float' and 'NoneType'
import math
m = math
print(m.floor(2.5) + 1, error(lambda: m.flor(2)), error(lambda: math.sqrt()), error(lambda: math.sqrt(1, 2)), error(lambda: math.sqrt("a")), error(lambda: math.sqrt(-1)))  # expect: 3 AttributeError: module 'math' has no attribute 'flor' TypeError: math.sqrt() takes exactly one argument (0 given) TypeError: math.sqrt() takes exactly one argument (2 given) TypeError: must be real number, not str ValueError: math domain error
math.extra = 5
print(math.extra, len([1]) + 1)  # expect: 5 2
grid = [[0] * 3 for _ in range(2)]
for i in range(2):
    for j in range(3):
        grid[i][j] += (i + 1) * grid[i - 1][j - 2] + j
        grid[-1][-1] *= 2
print(grid)  # expect: [[0, 1, 2], [2, 5, 4]]
mixed = ([1, 2.5], 3, "s")
mixed[0][1] += mixed[1]
print(mixed)  # expect: ([1, 5.5], 3, 's')
def change_tuple():
    mixed[1] += 1
print(error(change_tuple))  # expect: TypeError: 'tuple' object does not support item assignment
def outside():
    grid[2][0] += 1
print(error(outside))  # expect: IndexError: list index out of range
def by_float():
    grid[0][1.0] += 1
print(error(by_float))  # expect: TypeError: list indices must be integers or slices, not float
same = [1]
twice = [same, same]
twice[0][0] += 2**62 * 2
twice[1][0] += twice[0][0]
print(twice, same[0] / 2)  # expect: [[18446744073709551618], [18446744073709551618]] 9.223372036854776e+18

# Ints of any size beside floats.
said = []
for big in (2**63, -(2**70), 3):
    try:
        big |= 1.5
    except TypeError as error:
        said.append(str(error))
    try:
        big ^= 0.5
    except TypeError as error:
        said.append(str(error))
    try:
        big @= 2
    except TypeError as error:
        said.append(str(error))
print(said)  # expect: ["unsupported operand type(s) for |=: 'int' and 'float'", "unsupported operand type(s) for ^=: 'int' and 'float'", "unsupported operand type(s) for @=: 'int' and 'int'", "unsupported operand type(s) for |=: 'int' and 'float'", "unsupported operand type(s) for ^=: 'int' and 'float'", "unsupported operand type(s) for @=: 'int' and 'int'", "unsupported operand type(s) for |=: 'int' and 'float'", "unsupported operand type(s) for ^=: 'int' and 'float'", "unsupported operand type(s) for @=: 'int' and 'int'"]
print(0 / -(2**53 + 1), 0 / (2**70), 0 / -3)  # expect: -0.0 0.0 -0.0
