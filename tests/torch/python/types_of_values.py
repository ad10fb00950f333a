import math


def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(isinstance(1, int))  # expect: True
print(isinstance(True, int))  # expect: True
print(isinstance(1, (str, int)))  # expect: True
print(isinstance(1.0, int))  # expect: False
print(isinstance([], list))  # expect: True
print(isinstance('a', str))  # expect: True
print(isinstance(1, int | str))  # expect: True
print(isinstance(None, int | None))  # expect: True
print(isinstance(int, type))  # expect: True
print(isinstance(1, object))  # expect: True
print(error(lambda: isinstance(1, 5)))  # expect: TypeError: isinstance() arg 2 must be a type, a tuple of types, or a union
print(error(lambda: isinstance(1, list[int])))  # expect: TypeError: isinstance() argument 2 cannot be a parameterized generic
print(error(lambda: isinstance(1)))  # expect: TypeError: isinstance expected 2 arguments, got 1
print(issubclass(bool, int))  # expect: True
print(issubclass(int, (str, int)))  # expect: True
print(issubclass(int, object))  # expect: True
print(error(lambda: issubclass(1, int)))  # expect: TypeError: issubclass() arg 1 must be a class
print(type(1))  # expect: <class 'int'>
print(type(1.0))  # expect: <class 'float'>
print(type('a'))  # expect: <class 'str'>
print(type([]))  # expect: <class 'list'>
print(type(()))  # expect: <class 'tuple'>
print(type({}))  # expect: <class 'dict'>
print(type(set()))  # expect: <class 'set'>
print(type(None))  # expect: <class 'NoneType'>
print(type(int))  # expect: <class 'type'>
print(type(len))  # expect: <class 'builtin_function_or_method'>
print(type(...))  # expect: <class 'ellipsis'>
print(type(NotImplemented))  # expect: <class 'NotImplementedType'>
print(type(lambda: 1))  # expect: <class 'function'>
print(type(print))  # expect: <class 'builtin_function_or_method'>
print(type(True))  # expect: <class 'bool'>
print(type(frozenset()))  # expect: <class 'frozenset'>
print(type(zip()))  # expect: <class 'zip'>
print(type(map(str, [])))  # expect: <class 'map'>
print(type(enumerate([])))  # expect: <class 'enumerate'>
print(type(iter([])))  # expect: <class 'list_iterator'>
print(type(iter(())))  # expect: <class 'tuple_iterator'>
print(type(iter('a')))  # expect: <class 'str_ascii_iterator'>
print(type(iter({})))  # expect: <class 'dict_keyiterator'>
print(type(iter(set())))  # expect: <class 'set_iterator'>
print(type({}.keys()))  # expect: <class 'dict_keys'>
print(type({}.items()))  # expect: <class 'dict_items'>
print(type({}.values()))  # expect: <class 'dict_values'>
print(type(reversed([])))  # expect: <class 'list_reverseiterator'>
print(type(reversed('a')))  # expect: <class 'reversed'>
print(type(filter(None, [])))  # expect: <class 'filter'>
print(type(iter('é')))  # expect: <class 'str_iterator'>
print(type(iter({}.items())))  # expect: <class 'dict_itemiterator'>
print(type(iter({}.values())))  # expect: <class 'dict_valueiterator'>
print(type(reversed({})))  # expect: <class 'dict_reversekeyiterator'>
print(type((x for x in [])))  # expect: <class 'generator'>
print(type([].append))  # expect: <class 'builtin_function_or_method'>
print(type(math))  # expect: <class 'module'>
print(type(ValueError))  # expect: <class 'type'>
print(type(property))  # expect: <class 'type'>
print(callable(len))  # expect: True
print(callable(5))  # expect: False
print(callable(int))  # expect: True
print(callable(lambda: 1))  # expect: True
print(callable([].append))  # expect: True
print(type(frozenset([1]) | {2}))  # expect: <class 'frozenset'>
print(type({2} | frozenset([1])))  # expect: <class 'set'>
print(type('X', (), {}))  # expect: <class '__main__.X'>
