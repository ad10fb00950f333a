def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(len('abc'))  # expect: 3
print(len([1]))  # expect: 1
print(len({}))  # expect: 0
print(len('é€'))  # expect: 2
print(error(lambda: len(5)))  # expect: TypeError: object of type 'int' has no len()
print(error(lambda: len()))  # expect: TypeError: len() takes exactly one argument (0 given)
print(error(lambda: len([], [])))  # expect: TypeError: len() takes exactly one argument (2 given)
print(repr(getattr('abc', 'upper')()))  # expect: 'ABC'
print(getattr(5, 'nope', None))  # expect: None
print(hasattr([], 'append'))  # expect: True
print(hasattr(5, 'nope'))  # expect: False
print(error(lambda: getattr(5, 'nope')))  # expect: AttributeError: 'int' object has no attribute 'nope'
print(error(lambda: getattr(5, 5)))  # expect: TypeError: attribute name must be string, not 'int'
print(error(lambda: getattr(5)))  # expect: TypeError: getattr expected at least 2 arguments, got 1
print(error(lambda: setattr(5, 'x', 1)))  # expect: AttributeError: 'int' object has no attribute 'x'
print(error(lambda: setattr([], 'x', 1)))  # expect: AttributeError: 'list' object has no attribute 'x'
print(error(lambda: vars(5)))  # expect: TypeError: vars() argument must have __dict__ attribute
print(len('héllo'))  # expect: 5
print(len({1, 1}))  # expect: 1
