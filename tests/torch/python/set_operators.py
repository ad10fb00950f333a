print(set('a'))  # expect: {'a'}
print([set()])  # expect: [set()]
print({1, 2} & {2, 3})  # expect: {2}
print({1, 2} - {2})  # expect: {1}
print({1} < {1, 2})  # expect: True
print({1} <= {1})  # expect: True
print({1, 2} > {1})  # expect: True
print({1} == {1})  # expect: True
print({1} == frozenset([1]))  # expect: True
print({1} != {2})  # expect: True
print(set())  # expect: set()
print({1})  # expect: {1}
print(frozenset())  # expect: frozenset()
print(frozenset([1]))  # expect: frozenset({1})
print({1, 2}.intersection([2], (2,)))  # expect: {2}
print({1, 2}.difference([1]))  # expect: {2}
print({1}.issubset([1, 2]))  # expect: True
print({1, 2}.issuperset([1]))  # expect: True
print({1}.isdisjoint([2]))  # expect: True
print({1}.copy())  # expect: {1}
print({1}.pop())  # expect: 1
print(frozenset([1]) | {2})  # expect: frozenset({1, 2})
print(frozenset({1}).union([2]))  # expect: frozenset({1, 2})
print(set('aa'))  # expect: {'a'}
print(frozenset('a'))  # expect: frozenset({'a'})
