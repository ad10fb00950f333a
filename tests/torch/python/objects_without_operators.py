def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


class NoEq: pass
print(NoEq() == NoEq(), NoEq() != NoEq(), NoEq() in [NoEq()])  # expect: False True False
attempt(lambda: NoEq() < NoEq())  # expect: TypeError: '<' not supported between instances of 'NoEq' and 'NoEq'
attempt(lambda: NoEq() + 1)  # expect: TypeError: unsupported operand type(s) for +: 'NoEq' and 'int'
attempt(lambda: -NoEq())  # expect: TypeError: bad operand type for unary -: 'NoEq'
attempt(lambda: len(NoEq()))  # expect: TypeError: object of type 'NoEq' has no len()
attempt(lambda: NoEq()[0])  # expect: TypeError: 'NoEq' object is not subscriptable
attempt(lambda: iter(NoEq()))  # expect: TypeError: 'NoEq' object is not iterable
attempt(lambda: int(NoEq()))  # expect: TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoEq'
attempt(lambda: float(NoEq()))  # expect: TypeError: float() argument must be a string or a real number, not 'NoEq'
attempt(lambda: abs(NoEq()))  # expect: TypeError: bad operand type for abs(): 'NoEq'
attempt(lambda: round(NoEq()))  # expect: TypeError: type NoEq doesn't define __round__ method
attempt(lambda: 1 in NoEq())  # expect: TypeError: argument of type 'NoEq' is not iterable
attempt(lambda: reversed(NoEq()))  # expect: TypeError: 'NoEq' object is not reversible
attempt(lambda: 'a' % NoEq())  # expect: TypeError: not all arguments converted during string formatting
attempt(lambda: '%d' % NoEq())  # expect: TypeError: %d format: a real number is required, not NoEq
attempt(lambda: [1][NoEq()])  # expect: TypeError: list indices must be integers or slices, not NoEq
attempt(lambda: format(NoEq(), '5'))  # expect: TypeError: unsupported format string passed to NoEq.__format__
attempt(lambda: sum(NoEq()))  # expect: TypeError: 'NoEq' object is not iterable
attempt(lambda: hash(NoEq()) is None)  # expect: False
attempt(lambda: next(NoEq()))  # expect: TypeError: 'NoEq' object is not an iterator
