def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from dataclasses import dataclass, field, asdict, replace, fields, is_dataclass
@dataclass
class C:
    d_model: int
    heads: int = 2
    names: list = field(default_factory=list)
    hidden: int = field(default=3, repr=False)
    def head_dim(self): return self.d_model // self.heads
c = C(8)
print(c, c.head_dim(), c == C(8), c == C(9), asdict(c), replace(c, heads=4), [f.name for f in fields(c)], is_dataclass(c), is_dataclass(C), C.heads, C(8).names is C(8).names)  # expect: C(d_model=8, heads=2, names=[]) 4 True False {'d_model': 8, 'heads': 2, 'names': [], 'hidden': 3} C(d_model=8, heads=4, names=[]) ['d_model', 'heads', 'names', 'hidden'] True True 2 False
c.heads = 4
print(c)  # expect: C(d_model=8, heads=4, names=[])
attempt(lambda: C())  # expect: TypeError: C.__init__() missing 1 required positional argument: 'd_model'
attempt(lambda: C(1, 2, [], 4, 5))  # expect: TypeError: C.__init__() takes from 2 to 5 positional arguments but 6 were given
attempt(lambda: C(1, foo=2))  # expect: TypeError: C.__init__() got an unexpected keyword argument 'foo'
attempt(lambda: hash(C(1)))  # expect: TypeError: unhashable type: 'C'
attempt(lambda: C(1) < C(2))  # expect: TypeError: '<' not supported between instances of 'C' and 'C'
@dataclass(frozen=True)
class F:
    a: int
    b: float = 1.5
    def __post_init__(self): print('post', self.a)
f = F(1)  # expect: post 1
print(f, hash(f) == hash(F(1)), {f: 1}[F(1)])  # expect: post 1
# expect: post 1
# expect: F(a=1, b=1.5) True 1
attempt(lambda: setattr(f, 'a', 2))  # expect: FrozenInstanceError: cannot assign to field 'a'
@dataclass
class G(C):
    extra: str = 'x'
print(G(1, extra='y'), G.__name__)  # expect: G(d_model=1, heads=2, names=[], extra='y') G
def bad():
    @dataclass
    class B:
        a: int = 1
        b: int
attempt(bad)  # expect: TypeError: non-default argument 'b' follows default argument
def bad2():
    @dataclass
    class B:
        a: list = []
attempt(bad2)  # expect: ValueError: mutable default <class 'list'> for field a is not allowed: use default_factory
@dataclass
class K:
    a: int
    b: int = field(kw_only=True, default=3)
print(K(1), K(1, b=4))  # expect: K(a=1, b=3) K(a=1, b=4)
