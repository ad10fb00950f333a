def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(sorted([3, 1, 2]))  # expect: [1, 2, 3]
print(sorted('banana'))  # expect: ['a', 'a', 'a', 'b', 'n', 'n']
print(sorted([3, 1, 2], reverse=True))  # expect: [3, 2, 1]
print(sorted(['b', 'A', 'c'], key=str.lower))  # expect: ['A', 'b', 'c']
print(sorted([(1, 'b'), (1, 'a')], key=lambda p: p[0]))  # expect: [(1, 'b'), (1, 'a')]
print(sorted([(1, 'b'), (0, 'a'), (1, 'a')], key=lambda p: p[0], reverse=True))  # expect: [(1, 'b'), (1, 'a'), (0, 'a')]
print(sorted({3, 1}))  # expect: [1, 3]
print(sorted({'b': 1, 'a': 2}))  # expect: ['a', 'b']
print(error(lambda: sorted([1, 'a'])))  # expect: TypeError: '<' not supported between instances of 'str' and 'int'
print(error(lambda: sorted(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: sorted()))  # expect: TypeError: sorted expected 1 argument, got 0
print(error(lambda: sorted([1], foo=2)))  # expect: TypeError: 'foo' is an invalid keyword argument for sort()
print(sorted('hello'))  # expect: ['e', 'h', 'l', 'l', 'o']
print(error(lambda: [1].sort(1)))  # expect: TypeError: sort() takes no positional arguments
print(error(lambda: [1].sort(foo=1)))  # expect: TypeError: 'foo' is an invalid keyword argument for sort()
print(error(lambda: [1, 'a'].sort()))  # expect: TypeError: '<' not supported between instances of 'str' and 'int'
print(sorted({'b': 1, 'a': 2}.items()))  # expect: [('a', 2), ('b', 1)]
