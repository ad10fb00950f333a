import math


def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: math.sqrt(-1)))  # expect: ValueError: math domain error
print(error(lambda: math.sqrt('a')))  # expect: TypeError: must be real number, not str
print(error(lambda: math.sqrt()))  # expect: TypeError: math.sqrt() takes exactly one argument (0 given)
print(error(lambda: math.sqrt(1, 2)))  # expect: TypeError: math.sqrt() takes exactly one argument (2 given)
print(error(lambda: math.log(0)))  # expect: ValueError: math domain error
print(error(lambda: math.log(-1)))  # expect: ValueError: math domain error
print(error(lambda: math.log('a')))  # expect: TypeError: must be real number, not str
print(error(lambda: math.log()))  # expect: TypeError: math.log requires 1 to 2 arguments
print(error(lambda: math.log(1, 2, 3)))  # expect: TypeError: math.log requires 1 to 2 arguments
print(error(lambda: math.log(2, 1)))  # expect: ZeroDivisionError: float division by zero
print(error(lambda: math.exp(1000)))  # expect: OverflowError: math range error
print(error(lambda: math.factorial(-1)))  # expect: ValueError: factorial() not defined for negative values
print(error(lambda: math.factorial(2.0)))  # expect: TypeError: 'float' object cannot be interpreted as an integer
print(error(lambda: math.floor(math.nan)))  # expect: ValueError: cannot convert float NaN to integer
print(error(lambda: math.floor(math.inf)))  # expect: OverflowError: cannot convert float infinity to integer
print(error(lambda: math.floor('a')))  # expect: TypeError: must be real number, not str
print(error(lambda: math.gcd(1.5)))  # expect: TypeError: 'float' object cannot be interpreted as an integer
print(error(lambda: math.pow(0, -1)))  # expect: ValueError: math domain error
print(error(lambda: math.pow(-1, 0.5)))  # expect: ValueError: math domain error
print(error(lambda: math.pow(10, 400)))  # expect: OverflowError: math range error
print(error(lambda: math.atanh(1)))  # expect: ValueError: math domain error
print(error(lambda: math.acos(2)))  # expect: ValueError: math domain error
print(error(lambda: math.nope))  # expect: AttributeError: module 'math' has no attribute 'nope'
print(error(lambda: math.sqrt(None)))  # expect: TypeError: must be real number, not NoneType
print(error(lambda: math.sqrt([])))  # expect: TypeError: must be real number, not list
print(error(lambda: math.sin(math.inf)))  # expect: ValueError: math domain error
print(error(lambda: math.fmod(1, 0)))  # expect: ValueError: math domain error
print(error(lambda: math.cosh(1000)))  # expect: OverflowError: math range error
print(error(lambda: math.isqrt(-1)))  # expect: ValueError: isqrt() argument must be nonnegative
print(error(lambda: math.ceil(None)))  # expect: TypeError: must be real number, not NoneType
print(error(lambda: math.trunc('a')))  # expect: TypeError: type str doesn't define __trunc__ method
