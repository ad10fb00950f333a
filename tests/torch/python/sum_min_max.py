def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(sum([1, 2, 3]))  # expect: 6
print(sum([0.1] * 10))  # expect: 0.9999999999999999
print(sum([1, 2], 10))  # expect: 13
print(sum([[1], [2]], []))  # expect: [1, 2]
print(sum([]))  # expect: 0
print(sum([1,2], start=5))  # expect: 8
print(error(lambda: sum(['a'])))  # expect: TypeError: unsupported operand type(s) for +: 'int' and 'str'
print(error(lambda: sum(['a'], '')))  # expect: TypeError: sum() can't sum strings [use ''.join(seq) instead]
print(error(lambda: sum(5)))  # expect: TypeError: 'int' object is not iterable
print(min(3, 1, 2))  # expect: 1
print(max([3, 1, 2]))  # expect: 3
print(repr(min('abc')))  # expect: 'a'
print(repr(max('a', 'b')))  # expect: 'b'
print(min([3, -5], key=abs))  # expect: 3
print(max([], default=0))  # expect: 0
print(max((1, 2), (1, 3)))  # expect: (1, 3)
print(min([1, 1.0]))  # expect: 1
print(max([1, 1.0]))  # expect: 1
print(error(lambda: min([])))  # expect: ValueError: min() arg is an empty sequence
print(error(lambda: max()))  # expect: TypeError: max expected at least 1 argument, got 0
print(error(lambda: max(1)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: min(1, 2, default=3)))  # expect: TypeError: Cannot specify a default for min() with multiple positional arguments
print(error(lambda: min(1, 'a')))  # expect: TypeError: '<' not supported between instances of 'str' and 'int'
print(error(lambda: max([1], foo=1)))  # expect: TypeError: 'foo' is an invalid keyword argument for max()
print(repr(max('hello')))  # expect: 'o'
print(repr(min('hello')))  # expect: 'e'
print(sum(map(ord, 'abc')))  # expect: 294
print(repr(max({'a': 1, 'b': 2}, key=lambda k: 5)))  # expect: 'a'
print(sum({1: 2, 3: 4}))  # expect: 4
