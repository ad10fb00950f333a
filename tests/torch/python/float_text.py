def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(1e16)  # expect: 1e+16
print(1e15)  # expect: 1000000000000000.0
print(0.0001)  # expect: 0.0001
print(0.00001)  # expect: 1e-05
print(1.5e-7)  # expect: 1.5e-07
print(1e100)  # expect: 1e+100
print(5e-324)  # expect: 5e-324
print(100.0)  # expect: 100.0
print(1e22)  # expect: 1e+22
print(1e21)  # expect: 1e+21
print(0.1 + 0.2)  # expect: 0.30000000000000004
print(1/3)  # expect: 0.3333333333333333
print(2/3)  # expect: 0.6666666666666666
print(100.0/3)  # expect: 33.333333333333336
print(-0.0)  # expect: -0.0
print(1e-10)  # expect: 1e-10
print(error(lambda: 1/0))  # expect: ZeroDivisionError: division by zero
print(error(lambda: 1.0/0))  # expect: ZeroDivisionError: float division by zero
