f = lambda a, b=2, *rest, c=3, **more: (a, b, rest, c, more)
print(f(1))  # expect: (1, 2, (), 3, {})
print(f(1, 5, 6, 7, c=8, d=9))  # expect: (1, 5, (6, 7), 8, {'d': 9})
print((lambda: "nothing")())  # expect: nothing
print((lambda *, k: k)(k=1))  # expect: 1
