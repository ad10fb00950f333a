def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from collections import namedtuple
P = namedtuple('P', ['x', 'y'])
p = P(1, y=2)
print(p, p.x, p[1], p._asdict(), p._replace(x=5), P._fields, p == (1, 2), len(p), P._make([3, 4]), isinstance(p, tuple), hash(p) == hash((1, 2)))  # expect: P(x=1, y=2) 1 2 {'x': 1, 'y': 2} P(x=5, y=2) ('x', 'y') True 2 P(x=3, y=4) True True
x, y = p
print(x, y)  # expect: 1 2
attempt(lambda: P(1))  # expect: TypeError: P.__new__() missing 1 required positional argument: 'y'
attempt(lambda: P(1, 2, 3))  # expect: TypeError: P.__new__() takes 3 positional arguments but 4 were given
attempt(lambda: P(1, z=2))  # expect: TypeError: P.__new__() got an unexpected keyword argument 'z'
Q = namedtuple('Q', 'a b c', defaults=[7])
print(Q(1, 2))  # expect: Q(a=1, b=2, c=7)
attempt(lambda: setattr(p, 'x', 1))  # expect: AttributeError: can't set attribute
attempt(lambda: namedtuple('R', 'a a'))  # expect: ValueError: Encountered duplicate field name: 'a'
attempt(lambda: namedtuple('R', '1a'))  # expect: ValueError: Type names and field names must be valid identifiers: '1a'
