def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw


print(f(1, c=3), f(1, 5, 6, 7, c=8, e=9))  # expect: (1, 2, (), 3, 4, {}) (1, 5, (6, 7), 8, 4, {'e': 9})
print(f(*[1, 2], **{"c": 3, "z": 0}))  # expect: (1, 2, (), 3, 4, {'z': 0})


def g(a, /, b, *, c=0):
    return a + b + c


print(g(1, b=2), g(1, 2, c=3))  # expect: 3 6
