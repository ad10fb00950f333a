d = {'a': 1}
d.update(b=2)
d.update({'c': 3})
d.update([('d', 4)], e=5)
print(d)  # expect: {'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5}
d |= {'z': 0}
print(d)  # expect: {'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5, 'z': 0}
del d['a']
print(d)  # expect: {'b': 2, 'c': 3, 'd': 4, 'e': 5, 'z': 0}
try: del d['nope']
except KeyError as x: print(repr(x))
# expect: KeyError('nope')
k = d.keys()
d['new'] = 1
print(k, len(k))  # expect: dict_keys(['b', 'c', 'd', 'e', 'z', 'new']) 6
try:
    for x in d: d[x + 'x'] = 1
except RuntimeError as x: print(x)
# expect: dictionary changed size during iteration
try:
    for x in list(d): del d[x]
except RuntimeError as x: print(x)
print(d)  # expect: {}
d.clear()
print(d)  # expect: {}
