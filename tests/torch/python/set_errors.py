def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: {1} | [2]))  # expect: TypeError: unsupported operand type(s) for |: 'set' and 'list'
print(error(lambda: {1} + {2}))  # expect: TypeError: unsupported operand type(s) for +: 'set' and 'set'
print(error(lambda: {1} < [1]))  # expect: TypeError: '<' not supported between instances of 'set' and 'list'
print(error(lambda: {[]}))  # expect: TypeError: unhashable type: 'list'
print(error(lambda: {{}}))  # expect: TypeError: unhashable type: 'dict'
print(error(lambda: set(5)))  # expect: TypeError: 'int' object is not iterable
print(error(lambda: set(1, 2)))  # expect: TypeError: set expected at most 1 argument, got 2
print(error(lambda: {1}.remove(5)))  # expect: KeyError: 5
print(error(lambda: {1}.remove('a')))  # expect: KeyError: 'a'
print(error(lambda: set().pop()))  # expect: KeyError: 'pop from an empty set'
print(error(lambda: {1}.add([])))  # expect: TypeError: unhashable type: 'list'
print(error(lambda: {1}.add()))  # expect: TypeError: set.add() takes exactly one argument (0 given)
print(error(lambda: {1}[0]))  # expect: TypeError: 'set' object is not subscriptable
print(error(lambda: {1}.foo))  # expect: AttributeError: 'set' object has no attribute 'foo'
print(error(lambda: frozenset([1]).add(2)))  # expect: AttributeError: 'frozenset' object has no attribute 'add'
