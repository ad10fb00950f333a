def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


class V:
    def __init__(self, v): self.v = v
    def __add__(self, o): return V(self.v + (o.v if isinstance(o, V) else o))
    __radd__ = __add__
    def __repr__(self): return f'V({self.v})'
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __hash__(self): return hash(self.v)
    def __abs__(self): return V(abs(self.v))
    def __round__(self, n=0): return V(round(self.v, n))
    def __bool__(self): return self.v != 0
    def __float__(self): return float(self.v)
    def __int__(self): return int(self.v)
    def __index__(self): return int(self.v)
    def __format__(self, spec): return 'V:' + format(self.v, spec)
    def __len__(self): return self.v
    def __contains__(self, x): return x == self.v
    def __reversed__(self): return iter([3, 2])
    def __divmod__(self, o): return 'dm'
    def __getitem__(self, k): return k
print(sum([V(1), V(2)]), V(1) == V(1), sorted([V(3), V(1)]), max(V(1), V(2)), abs(V(-3)), round(V(2.567), 1), bool(V(0)), float(V(2)), int(V(3)), [10, 20, 30][V(1)], 'ab' * V(2), range(V(3)), f'{V(3.14159):.2f}', len(V(4)), 5 in V(5), list(reversed(V(1))), divmod(V(1), 2), hex(V(255)), {V(1): 'x'}[V(1)], V(1)[1:2], V(1)[..., 0], '%d' % V(5), '%s' % V(5), [V(1)].index(V(1)), V(2) in [V(1), V(2)], chr(V(97)), bin(V(5)))  # expect: V(3) True [V(1), V(3)] V(2) V(3) V(2.6) False 2.0 3 20 abab range(0, 3) V:3.14 4 True [3, 2] dm 0xff x slice(1, 2, None) (Ellipsis, 0) 5 V(5) 0 True a 0b101
attempt(sum, [V(1), 'a'])  # expect: TypeError: unsupported operand type(s) for +: 'int' and 'str'
attempt(sorted, [V(1), V(2), 'a'])  # expect: TypeError: '<' not supported between instances of 'str' and 'V'
