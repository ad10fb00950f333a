def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(any([0, 1]))  # expect: True
print(any([]))  # expect: False
print(all([1, 0]))  # expect: False
print(all([]))  # expect: True
print(list(enumerate('ab')))  # expect: [(0, 'a'), (1, 'b')]
print(list(enumerate('ab', 1)))  # expect: [(1, 'a'), (2, 'b')]
print(list(enumerate('ab', start=5)))  # expect: [(5, 'a'), (6, 'b')]
print(list(zip([1, 2], 'ab')))  # expect: [(1, 'a'), (2, 'b')]
print(list(zip()))  # expect: []
print(list(zip([1], [2, 3])))  # expect: [(1, 2)]
print(list(map(lambda x: x + 1, [1, 2])))  # expect: [2, 3]
print(list(map(lambda x, y: x + y, [1, 2], [3, 4])))  # expect: [4, 6]
print(list(filter(None, [0, 1, 2])))  # expect: [1, 2]
print(list(filter(lambda x: x > 1, [0, 1, 2])))  # expect: [2]
print(list(reversed([1, 2])))  # expect: [2, 1]
print(list(reversed('ab')))  # expect: ['b', 'a']
print(list(reversed({'a': 1, 'b': 2})))  # expect: ['b', 'a']
print(list(reversed((1, 2))))  # expect: [2, 1]
print(error(lambda: list(zip([1], [2, 3], strict=True))))  # expect: ValueError: zip() argument 2 is longer than argument 1
print(error(lambda: list(zip([1, 2], [3], strict=True))))  # expect: ValueError: zip() argument 2 is shorter than argument 1
print(error(lambda: list(zip([1, 2], [3, 4], [5], strict=True))))  # expect: ValueError: zip() argument 3 is shorter than arguments 1-2
print(error(lambda: zip(1)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: zip([1], 2)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: map(str)))  # expect: TypeError: map() must have at least two arguments.
print(error(lambda: map()))  # expect: TypeError: map() must have at least two arguments.
print(error(lambda: filter(None)))  # expect: TypeError: filter expected 2 arguments, got 1
print(error(lambda: enumerate()))  # expect: TypeError: enumerate() missing required argument 'iterable'
print(error(lambda: enumerate(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: enumerate([], 'a')))  # expect: TypeError: 'str' object cannot be interpreted as an integer
print(error(lambda: enumerate([], 1, 2)))  # expect: TypeError: enumerate() takes at most 2 arguments (3 given)
print(error(lambda: reversed({1})))  # expect: TypeError: 'set' object is not reversible
print(error(lambda: reversed(5)))  # expect: TypeError: 'int' object is not reversible
print(error(lambda: reversed()))  # expect: TypeError: reversed expected 1 argument, got 0
print(next(iter([1])))  # expect: 1
print(next(iter([]), 5))  # expect: 5
print(next(iter([]), None))  # expect: None
print(error(lambda: next(iter([]))))  # expect: StopIteration:
print(error(lambda: next([])))  # expect: TypeError: 'list' object is not an iterator
print(error(lambda: iter(5)))  # expect: TypeError: 'int' object is not iterable
print(list(map(str.upper, 'ab')))  # expect: ['A', 'B']
print(list(reversed({'a': 1, 'b': 2}.items())))  # expect: [('b', 2), ('a', 1)]
print(list(reversed({'a': 1, 'b': 2}.values())))  # expect: [2, 1]
