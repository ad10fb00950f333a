print({'a': 1}['a'])  # expect: 1
print(repr({1: 'x'}[1.0]))  # expect: 'x'
print(repr({True: 'x'}[1]))  # expect: 'x'
print({(1, 2): 3}[1, 2])  # expect: 3
print({None: 1}[None])  # expect: 1
print({'a': 1}.get('a'))  # expect: 1
print({}.get('a'))  # expect: None
print({}.get('a', 5))  # expect: 5
print({'a': 1}.setdefault('a', 2))  # expect: 1
print({'a': 1}.pop('a'))  # expect: 1
print({}.pop('a', 3))  # expect: 3
print({'a': 1, 'b': 2}.popitem())  # expect: ('b', 2)
print(dict([('a', 1)]))  # expect: {'a': 1}
print(dict(a=1))  # expect: {'a': 1}
print(dict())  # expect: {}
print(dict.fromkeys([1, 2], 0))  # expect: {1: 0, 2: 0}
print(dict.fromkeys([]))  # expect: {}
print({'a': 1} | {'a': 2})  # expect: {'a': 2}
print({'a': 1} == {'a': 1})  # expect: True
print({'a': 1, 'b': 2} == {'b': 2, 'a': 1})  # expect: True
print({'a': 1} != {'a': 2})  # expect: True
print({} == [])  # expect: False
print({'a': [1]} == {'a': [1]})  # expect: True
print('a' in {'a': 1})  # expect: True
print('b' not in {'a': 1})  # expect: True
print({'a': 1}.copy())  # expect: {'a': 1}
print({'a': {'b': 1}})  # expect: {'a': {'b': 1}}
print({1: 'a', 'x': [1]})  # expect: {1: 'a', 'x': [1]}
print({})  # expect: {}
print({1: {}})  # expect: {1: {}}
print({**{'a': 1}})  # expect: {'a': 1}
print({frozenset([1]): 1})  # expect: {frozenset({1}): 1}
print({}.__contains__(1))  # expect: False
