def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(float('nan') == float('nan'))  # expect: False
print(int('12'))  # expect: 12
print(int(' -12 '))  # expect: -12
print(int('1_000'))  # expect: 1000
print(int('0b101', 0))  # expect: 5
print(int('ff', 16))  # expect: 255
print(int('-0xff', 16))  # expect: -255
print(error(lambda: int('1__0')))  # expect: ValueError: invalid literal for int() with base 10: '1__0'
print(error(lambda: int('_1')))  # expect: ValueError: invalid literal for int() with base 10: '_1'
print(error(lambda: int('1.5')))  # expect: ValueError: invalid literal for int() with base 10: '1.5'
print(int(3.99))  # expect: 3
print(int(-3.99))  # expect: -3
print(int(True))  # expect: 1
print(int('٣'))  # expect: 3
print(float('  1.5 '))  # expect: 1.5
print(float('-inf'))  # expect: -inf
print(float('1e5'))  # expect: 100000.0
print(float('.5'))  # expect: 0.5
print(float('5.'))  # expect: 5.0
print(float('Infinity'))  # expect: inf
print(float('+nan'))  # expect: nan
print(error(lambda: float('1e')))  # expect: ValueError: could not convert string to float: '1e'
print(error(lambda: float('abc')))  # expect: ValueError: could not convert string to float: 'abc'
print(error(lambda: float(None)))  # expect: TypeError: float() argument must be a string or a real number, not 'NoneType'
print(error(lambda: int(None)))  # expect: TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'
print(int('5', base=10))  # expect: 5
print(error(lambda: int(x=5)))  # expect: TypeError: 'x' is an invalid keyword argument for int()
print(error(lambda: float(x=5)))  # expect: TypeError: float() takes no keyword arguments
print(error(lambda: int('a', 37)))  # expect: ValueError: int() base must be >= 2 and <= 36, or 0
print(bool(''))  # expect: False
print(bool('a'))  # expect: True
print(bool([]))  # expect: False
print(bool(0.0))  # expect: False
print(bool())  # expect: False
print(error(lambda: bool(1, 2)))  # expect: TypeError: bool expected at most 1 argument, got 2
print(bool(set()))  # expect: False
print(error(lambda: int(float('inf'))))  # expect: OverflowError: cannot convert float infinity to integer
print(error(lambda: int(float('nan'))))  # expect: ValueError: cannot convert float NaN to integer
print(error(lambda: int('1'*5000)))  # expect: ValueError: Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; use sys.set_int_max_str_digits() to increase the limit
print(int('zz',36))  # expect: 1295
print(error(lambda: int('9',8)))  # expect: ValueError: invalid literal for int() with base 8: '9'
print(int('0x1f',16))  # expect: 31
print(int('0x1f',0))  # expect: 31
print(error(lambda: int(1,2)))  # expect: TypeError: int() can't convert non-string with explicit base
print(error(lambda: int('1',1)))  # expect: ValueError: int() base must be >= 2 and <= 36, or 0
print(error(lambda: int([])))  # expect: TypeError: int() argument must be a string, a bytes-like object or a real number, not 'list'
print(error(lambda: float([])))  # expect: TypeError: float() argument must be a string or a real number, not 'list'
print(float('1_0'))  # expect: 10.0
print(error(lambda: int('')))  # expect: ValueError: invalid literal for int() with base 10: ''
print(int(' 12 '))  # expect: 12
