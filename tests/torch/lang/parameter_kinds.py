def f(a, /, b, *args, c=3, **kw):
    return a, b, args, c, kw


print(f(1, 2))  # expect: (1, 2, (), 3, {})
print(f(1, b=2, a=9))  # expect: (1, 2, (), 3, {'a': 9})
print(f(1, 2, 3, 4, c=5, d=6))  # expect: (1, 2, (3, 4), 5, {'d': 6})
print(f(*[1, 2], **{"c": 0, "e": 1}))  # expect: (1, 2, (), 0, {'e': 1})
