def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(sum(x * x for x in range(5)))  # expect: 30
print(any(x > 3 for x in range(5)))  # expect: True
print(type(range(3)))  # expect: <class 'range'>
print(type(slice(1)))  # expect: <class 'slice'>
print(type(iter(range(3))))  # expect: <class 'range_iterator'>
print(len(range(5)))  # expect: 5
print(list(reversed(range(3))))  # expect: [2, 1, 0]
print(range(5))  # expect: range(0, 5)
print(range(1, 5))  # expect: range(1, 5)
print(range(0, 10, 2))  # expect: range(0, 10, 2)
print(range(5, 0, -1))  # expect: range(5, 0, -1)
print(list(range(5, 0, -2)))  # expect: [5, 3, 1]
print(range(5)[1])  # expect: 1
print(range(5)[-1])  # expect: 4
print(range(10)[2:5])  # expect: range(2, 5)
print(range(10)[::2])  # expect: range(0, 10, 2)
print(range(10)[::-1])  # expect: range(9, -1, -1)
print(3 in range(5))  # expect: True
print(3.0 in range(5))  # expect: True
print('a' in range(5))  # expect: False
print(range(0) == range(1, 1))  # expect: True
print(range(3) == range(0, 3))  # expect: True
print(range(0, 3, 2) == range(0, 4, 2))  # expect: True
print(len(range(0, 10, 3)))  # expect: 4
print(range(3).start)  # expect: 0
print(range(3).stop)  # expect: 3
print(range(3).step)  # expect: 1
print(bool(range(0)))  # expect: False
print(range(10)[5:2])  # expect: range(5, 2)
print(range(0, 10, 3)[1:3])  # expect: range(3, 9, 3)
print(error(lambda: range(5)[5]))  # expect: IndexError: range object index out of range
print(error(lambda: range(5)['a']))  # expect: TypeError: range indices must be integers or slices, not str
print(error(lambda: range(1, 2, 0)))  # expect: ValueError: range() arg 3 must not be zero
print(error(lambda: range('a')))  # expect: TypeError: 'str' object cannot be interpreted as an integer
print(error(lambda: range()))  # expect: TypeError: range expected at least 1 argument, got 0
print(error(lambda: range(1, 2, 3, 4)))  # expect: TypeError: range expected at most 3 arguments, got 4
print(error(lambda: range(2.5)))  # expect: TypeError: 'float' object cannot be interpreted as an integer
print(slice(1, 2))  # expect: slice(1, 2, None)
print(slice(5))  # expect: slice(None, 5, None)
print(slice(1, 2, 3))  # expect: slice(1, 2, 3)
print(slice(1) == slice(1))  # expect: True
print(slice(1).stop)  # expect: 1
print(error(lambda: slice()))  # expect: TypeError: slice expected at least 1 argument, got 0
print(repr('-'.join(str(i) for i in range(3))))  # expect: '0-1-2'
print(list(range(3)))  # expect: [0, 1, 2]
print(list(x for x in range(3)))  # expect: [0, 1, 2]
print([i for i in range(3)])  # expect: [0, 1, 2]
print([i * j for i in range(2) for j in range(2)])  # expect: [0, 0, 0, 1]
print([[j for j in range(i)] for i in range(3)])  # expect: [[], [0], [0, 1]]
print({i: i for i in range(2)})  # expect: {0: 0, 1: 1}
print([*range(3), *'ab'])  # expect: [0, 1, 2, 'a', 'b']

# Ranges wider than an int of 64 bits counts.
wide = range(-(2**63), 2**63 - 1)
for first in wide:
    break
print(5 in wide, bool(wide), wide[0], wide[3], first)  # expect: True True -9223372036854775808 -9223372036854775805 -9223372036854775808
print([part for part in range(-(2**63), 2**63 - 1, 2**62)])  # expect: [-9223372036854775808, -4611686018427387904, 0, 4611686018427387904]
