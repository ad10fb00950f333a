import copy
a = [1, [2, 3], {'k': [4]}]
b = copy.copy(a)
c = copy.deepcopy(a)
a[1].append(9)
a[2]['k'].append(5)
print(b, c)  # expect: [1, [2, 3, 9], {'k': [4, 5]}] [1, [2, 3], {'k': [4]}]
a.append(a)
d = copy.deepcopy(a)
print(d[-1] is d, d)  # expect: True [1, [2, 3, 9], {'k': [4, 5]}, [...]]
class N:
    def __init__(self): self.items = [1]; self.child = None
n = N()
n.child = N()
m = copy.deepcopy(n)
m.child.items.append(2)
print(n.child.items, m.child.items, type(m).__name__)  # expect: [1] [1, 2] N
k = copy.copy(n)
print(k.child is n.child, copy.deepcopy((1, [2])), copy.deepcopy({1, 2}), copy.copy('a'), copy.deepcopy(None), copy.deepcopy(N) is N)  # expect: True (1, [2]) {1, 2} a None True
class HC:
    def __deepcopy__(self, memo): return 'dc'
    def __copy__(self): return 'c'
print(copy.deepcopy([HC()]), copy.copy(HC()))  # expect: ['dc'] c
