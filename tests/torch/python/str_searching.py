def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print('a' in 'abc')  # expect: True
print('' in 'abc')  # expect: True
print('x' not in 'abc')  # expect: True
print(error(lambda: 1 in 'abc'))  # expect: TypeError: 'in <string>' requires string as left operand, not int
print('banana'.find('an'))  # expect: 1
print('banana'.rfind('an'))  # expect: 3
print('banana'.find('x'))  # expect: -1
print('banana'.index('n'))  # expect: 2
print('banana'.find('a', 2))  # expect: 3
print('banana'.find('a', 2, 3))  # expect: -1
print('banana'.find('', 10))  # expect: -1
print('banana'.find('', 6))  # expect: 6
print('banana'.count('a'))  # expect: 3
print('banana'.count('an'))  # expect: 2
print('banana'.count(''))  # expect: 7
print('banana'.count('a', 2))  # expect: 2
print('éaéb'.find('b'))  # expect: 3
print('banana'.find('na', -2))  # expect: 4
print('banana'.rfind(''))  # expect: 6
print(error(lambda: 'banana'.index('x')))  # expect: ValueError: substring not found
print(error(lambda: 'a'.find(5)))  # expect: TypeError: must be str, not int
print(error(lambda: 'a'.find()))  # expect: TypeError: find() takes at least 1 argument (0 given)
print(error(lambda: 'a'.count()))  # expect: TypeError: count() takes at least 1 argument (0 given)
print('abc'.startswith('ab'))  # expect: True
print('abc'.startswith(('x', 'a')))  # expect: True
print('abc'.endswith('c'))  # expect: True
print('abc'.startswith('b', 1))  # expect: True
print('abc'.endswith('b', 0, 2))  # expect: True
print('abc'.startswith(''))  # expect: True
print('abc'.startswith('', 5))  # expect: False
print(error(lambda: 'abc'.startswith(5)))  # expect: TypeError: startswith first arg must be str or a tuple of str, not int
print(error(lambda: 'abc'.endswith((5,))))  # expect: TypeError: tuple for endswith must only contain str, not int
print('a=b=c'.partition('='))  # expect: ('a', '=', 'b=c')
print('abc'.partition('x'))  # expect: ('abc', '', '')
print(error(lambda: 'a'.partition('')))  # expect: ValueError: empty separator
print([c for c in 'abc'])  # expect: ['a', 'b', 'c']
print('abc'.index('c', -1))  # expect: 2
print([1, 2].index(2))  # expect: 1
print([1, 2, 1].count(1))  # expect: 2
print([1, 2, 3].index(3, 1))  # expect: 2
print([None].index(None))  # expect: 0
print(error(lambda: [1].index(5)))  # expect: ValueError: 5 is not in list
print(error(lambda: [1].index('a')))  # expect: ValueError: 'a' is not in list
print((1, 2).index(2))  # expect: 1
print((1, 1).count(1))  # expect: 2
print(error(lambda: (1,).index(5)))  # expect: ValueError: tuple.index(x): x not in tuple
