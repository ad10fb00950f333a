def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from functools import partial, reduce, wraps, lru_cache, cache, cached_property
def add(a, b=1, *, c=0): "doc"; return a + b + c
p = partial(add, 5, c=2)
print(p(), p(6), p(6, c=7), p.args, p.keywords, p.func is add)  # expect: 8 13 18 (5,) {'c': 2} True
attempt(lambda: p(1, 2, 3))  # expect: TypeError: add() takes from 1 to 2 positional arguments but 4 positional arguments (and 1 keyword-only argument) were given
print(reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 5))  # expect: 24 5
attempt(lambda: reduce(lambda a, b: a, []))  # expect: TypeError: reduce() of empty iterable with no initial value
def deco(f):
    @wraps(f)
    def inner(*a, **k): return f(*a, **k) + 100
    return inner
@deco
def foo(x):
    """Foo doc."""
    return x
print(foo(1), foo.__name__, foo.__doc__, foo.__wrapped__(1))  # expect: 101 foo Foo doc. 1
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())  # expect: 23416728348467685 CacheInfo(hits=78, misses=81, maxsize=None, currsize=81)
fib.cache_clear()
print(fib.cache_info(), fib.__name__)  # expect: CacheInfo(hits=0, misses=0, maxsize=None, currsize=0) fib
@cache
def sq(x): print('computing'); return x * x
print(sq(3), sq(3))  # expect: computing
# expect: 9 9
class Cp:
    @cached_property
    def v(self): print('once'); return 7
    @lru_cache
    def m(self, x): print('m'); return x
cp = Cp()
print(cp.v, cp.v, cp.m(1), cp.m(1))  # expect: once
# expect: m
# expect: 7 7 1 1
