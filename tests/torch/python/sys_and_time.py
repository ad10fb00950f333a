def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


import sys, time
sys.stdout.write('written\n')  # expect: written
print(sys.maxsize, sys.version_info[:2], sys.version_info >= (3, 8), sys.version_info.major, sys.float_info.epsilon, sys.byteorder)  # expect: 9223372036854775807 (3, 11) True 3 2.220446049250313e-16 little
print('to out', file=sys.stdout)  # expect: to out
attempt(lambda: sys.stdout.write(5))  # expect: TypeError: write() argument must be str, not int
attempt(lambda: sys.exit(3))  # expect: SystemExit: 3
attempt(sys.exit)  # expect: SystemExit:
sys.stdout.flush()
attempt(lambda: print(1, file=5))  # expect: AttributeError: 'int' object has no attribute 'write'
t = time.time()
p = time.perf_counter()
time.sleep(0.01)
print(time.time() > t, time.perf_counter() - p >= 0.01, isinstance(time.time_ns(), int))  # expect: True True True
attempt(lambda: time.sleep(-1))  # expect: ValueError: sleep length must be non-negative
attempt(lambda: time.sleep('a'))  # expect: TypeError: 'str' object cannot be interpreted as an integer
