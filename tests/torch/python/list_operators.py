print(repr([].append.__name__))  # expect: 'append'
print(list('aé€'))  # expect: ['a', 'é', '€']
print([] + [1])  # expect: [1]
print([1] * 3)  # expect: [1, 1, 1]
print(2 * [1, 2])  # expect: [1, 2, 1, 2]
print([1, 2] == [1, 2])  # expect: True
print([1, 2] < [1, 3])  # expect: True
print([1] < [1, 2])  # expect: True
print([] == ())  # expect: False
print([1, 2] != [1])  # expect: True
print([[1]] == [[1]])  # expect: True
print([1, 'a'] == [1, 'a'])  # expect: True
print([1, 2, 3][1])  # expect: 2
print([1, 2, 3][-1])  # expect: 3
print([1, 2, 3][::-1])  # expect: [3, 2, 1]
print([1, 2, 3][5:])  # expect: []
print([1, 2, 3][:2])  # expect: [1, 2]
print([1, 2, 3][-2:])  # expect: [2, 3]
print([1, 2, 3, 4][::2])  # expect: [1, 3]
print([1, 2, 3][True])  # expect: 2
print([1, 2].copy())  # expect: [1, 2]
print(list((1, 2)))  # expect: [1, 2]
print(list('ab'))  # expect: ['a', 'b']
print(list({'a': 1}))  # expect: ['a']
print(list())  # expect: []
print(list([1]))  # expect: [1]
print([1, [2, [3, {'a': (1,)}]], 'x', None, 1.5, True])  # expect: [1, [2, [3, {'a': (1,)}]], 'x', None, 1.5, True]
print([...])  # expect: [Ellipsis]
print([[]])  # expect: [[]]
print([()])  # expect: [()]
print([{}])  # expect: [{}]
print(['\n'])  # expect: ['\n']
print(list({'a': 1, 'b': 2}))  # expect: ['a', 'b']
print([1, 2, 3].__getitem__(0))  # expect: 1
print([].__len__())  # expect: 0
print([1].__eq__([1]))  # expect: True
