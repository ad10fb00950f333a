def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: [1] < ['a']))  # expect: TypeError: '<' not supported between instances of 'int' and 'str'
print(error(lambda: [1] < (1,)))  # expect: TypeError: '<' not supported between instances of 'list' and 'tuple'
print(error(lambda: [1] + (1,)))  # expect: TypeError: can only concatenate list (not "tuple") to list
print(error(lambda: [1] + 1))  # expect: TypeError: can only concatenate list (not "int") to list
print(error(lambda: [1] * 1.5))  # expect: TypeError: can't multiply sequence by non-int of type 'float'
print(error(lambda: [1][5]))  # expect: IndexError: list index out of range
print(error(lambda: [1][-5]))  # expect: IndexError: list index out of range
print(error(lambda: [1]['a']))  # expect: TypeError: list indices must be integers or slices, not str
print(error(lambda: [1][1.0]))  # expect: TypeError: list indices must be integers or slices, not float
print(error(lambda: [1][None]))  # expect: TypeError: list indices must be integers or slices, not NoneType
print(error(lambda: [1][::0]))  # expect: ValueError: slice step cannot be zero
print(error(lambda: [1].append()))  # expect: TypeError: list.append() takes exactly one argument (0 given)
print(error(lambda: [1].append(1, 2)))  # expect: TypeError: list.append() takes exactly one argument (2 given)
print(error(lambda: [1].append(x=1)))  # expect: TypeError: list.append() takes no keyword arguments
print(error(lambda: [].pop()))  # expect: IndexError: pop from empty list
print(error(lambda: [1].pop(5)))  # expect: IndexError: pop index out of range
print(error(lambda: [1].pop('a')))  # expect: TypeError: 'str' object cannot be interpreted as an integer
print(error(lambda: [1].remove(5)))  # expect: ValueError: list.remove(x): x not in list
print(error(lambda: [1].insert(1)))  # expect: TypeError: insert expected 2 arguments, got 1
print(error(lambda: [].clear(1)))  # expect: TypeError: list.clear() takes no arguments (1 given)
print(error(lambda: [1].extend(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: [1].foo))  # expect: AttributeError: 'list' object has no attribute 'foo'
print(error(lambda: [1]()))  # expect: TypeError: 'list' object is not callable
print(error(lambda: list(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: list(1, 2)))  # expect: TypeError: list expected at most 1 argument, got 2
print(error(lambda: list(x=1)))  # expect: TypeError: list() takes no keyword arguments
print(error(lambda: tuple(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: tuple(1, 2)))  # expect: TypeError: tuple expected at most 1 argument, got 2
print(error(lambda: (1, 2)[5]))  # expect: IndexError: tuple index out of range
print(error(lambda: (1, 2)['a']))  # expect: TypeError: tuple indices must be integers or slices, not str
print(error(lambda: (1, 2) + [1]))  # expect: TypeError: can only concatenate tuple (not "list") to tuple
print(error(lambda: (1,).append(2)))  # expect: AttributeError: 'tuple' object has no attribute 'append'
