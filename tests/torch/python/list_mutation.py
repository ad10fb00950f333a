a = [1, 2, 3, 4, 5]
a[1:3] = [9]
print(a)  # expect: [1, 9, 4, 5]
a[::2] = [0, 0]
print(a)  # expect: [0, 9, 0, 5]
try: a[::2] = [1]
except ValueError as x: print(x)
# expect: attempt to assign sequence of size 1 to extended slice of size 2
a[1:1] = 'xy'
print(a)  # expect: [0, 'x', 'y', 9, 0, 5]
del a[0]
del a[-1]
print(a)  # expect: ['x', 'y', 9, 0]
del a[::2]
print(a)  # expect: ['y', 0]
a += (1, 2)
a *= 2
print(a)  # expect: ['y', 0, 1, 2, 'y', 0, 1, 2]
b = a
b += [7]
print(a is b, a)  # expect: True ['y', 0, 1, 2, 'y', 0, 1, 2, 7]
a.insert(0, 'q')
a.insert(-1, 'z')
a.insert(100, 'e')
print(a)  # expect: ['q', 'y', 0, 1, 2, 'y', 0, 1, 2, 'z', 7, 'e']
a.reverse()
print(a, a.pop(), a.pop(0), a)  # expect: [7, 'z', 2, 1, 0, 'y', 2, 1, 0, 'y'] q e [7, 'z', 2, 1, 0, 'y', 2, 1, 0, 'y']
a = [3, 1, 2]
a.sort()
print(a)  # expect: [1, 2, 3]
a.sort(key=lambda x: -x)
print(a)  # expect: [3, 2, 1]
a.sort(reverse=True)
print(a)  # expect: [3, 2, 1]
try: a[10] = 1
except IndexError as x: print(x)
# expect: list assignment index out of range
try: del a[10]
except IndexError as x: print(x)
# expect: list assignment index out of range
try: a['x'] = 1
except TypeError as x: print(x)
# expect: list indices must be integers or slices, not str
try: a[0:1] = 5
except TypeError as x: print(x)
# expect: can only assign an iterable
try: a[::2] = 5
except TypeError as x: print(x)
# expect: must assign iterable to extended slice
a = []
a.append(a)
print(a)  # expect: [[...]]
d = {}
d['me'] = d
print(d)  # expect: {'me': {...}}
a = [1]
a.extend(a)
print(a)  # expect: [1, 1]
