def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(round(0.5))  # expect: 0
print(round(1.5))  # expect: 2
print(round(2.5))  # expect: 2
print(round(-0.5))  # expect: 0
print(round(2.675, 2))  # expect: 2.67
print(round(1.005, 2))  # expect: 1.0
print(round(1234.5678, -2))  # expect: 1200.0
print(round(15, -1))  # expect: 20
print(round(25, -1))  # expect: 20
print(round(-15, -1))  # expect: -20
print(round(1e20))  # expect: 100000000000000000000
print(round(2.5, 0))  # expect: 2.0
print(round(0.15, 1))  # expect: 0.1
print(round(0.25, 1))  # expect: 0.2
print(round(0.35, 1))  # expect: 0.3
print(round(1.5, None))  # expect: 2
print(round(7, 2))  # expect: 7
print(round(True))  # expect: 1
print(error(lambda: round(3.7, 1.0)))  # expect: TypeError: 'float' object cannot be interpreted as an integer
print(error(lambda: round('a')))  # expect: TypeError: type str doesn't define __round__ method
print(error(lambda: round(float('nan'))))  # expect: ValueError: cannot convert float NaN to integer
print(error(lambda: round(float('inf'))))  # expect: OverflowError: cannot convert float infinity to integer
print(round(5.015, 2))  # expect: 5.01
print(round(1e300, 2))  # expect: 1e+300
print(round(5e-324, 3))  # expect: 0.0
print(round(123.456, 5))  # expect: 123.456
