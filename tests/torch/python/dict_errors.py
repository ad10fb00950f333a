def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: {}['a']))  # expect: KeyError: 'a'
print(error(lambda: {}[1]))  # expect: KeyError: 1
print(error(lambda: {}[(1, 2)]))  # expect: KeyError: (1, 2)
print(error(lambda: {}[[]]))  # expect: TypeError: unhashable type: 'list'
print(error(lambda: {[]: 1}))  # expect: TypeError: unhashable type: 'list'
print(error(lambda: {}.pop('a')))  # expect: KeyError: 'a'
print(error(lambda: {}.popitem()))  # expect: KeyError: 'popitem(): dictionary is empty'
print(error(lambda: {}.get()))  # expect: TypeError: get expected at least 1 argument, got 0
print(error(lambda: {}.pop()))  # expect: TypeError: pop expected at least 1 argument, got 0
print(error(lambda: {}.get([], 1)))  # expect: TypeError: unhashable type: 'list'
print(error(lambda: dict(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: dict([1])))  # expect: TypeError: cannot convert dictionary update sequence element #0 to a sequence
print(error(lambda: dict([(1, 2, 3)])))  # expect: ValueError: dictionary update sequence element #0 has length 3; 2 is required
print(error(lambda: dict([(1,)])))  # expect: ValueError: dictionary update sequence element #0 has length 1; 2 is required
print(error(lambda: dict(1, 2)))  # expect: TypeError: dict expected at most 1 argument, got 2
print(error(lambda: {'a': 1} < {'a': 2}))  # expect: TypeError: '<' not supported between instances of 'dict' and 'dict'
print(error(lambda: {'a': 1} + {}))  # expect: TypeError: unsupported operand type(s) for +: 'dict' and 'dict'
print(error(lambda: {'a': 1} | [1]))  # expect: TypeError: unsupported operand type(s) for |: 'dict' and 'list'
print(error(lambda: [] in {}))  # expect: TypeError: unhashable type: 'list'
print(error(lambda: {'a': 1}.foo))  # expect: AttributeError: 'dict' object has no attribute 'foo'
