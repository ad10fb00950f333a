def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


print(*range(3), sep=', ', end='!\n')  # expect: 0, 1, 2!
print('a', 'b', sep='')  # expect: ab
print(1, 2.0, None, True, [1], 'x')  # expect: 1 2.0 None True [1] x
if True:
    print('a', end='')
    print('b', flush=True)
# expect: ab
print('x', sep=None, end=None)  # expect: x
attempt(lambda: print(1, sep=5))  # expect: TypeError: sep must be None or a string, not int
attempt(lambda: print(1, foo=5))  # expect: TypeError: 'foo' is an invalid keyword argument for print()
