import math


def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(2 ** 100)  # expect: 1267650600228229401496703205376
print(9223372036854775807 + 1)  # expect: 9223372036854775808
print(-9223372036854775808 - 1)  # expect: -9223372036854775809
print(-9223372036854775808 // -1)  # expect: 9223372036854775808
print(9223372036854775807 * 9223372036854775807)  # expect: 85070591730234615847396907784232501249
print(10 ** 20 // 7)  # expect: 14285714285714285714
print(10 ** 20 % 7)  # expect: 2
print(-10 ** 20 // 7)  # expect: -14285714285714285715
print(-10 ** 20 % 7)  # expect: 5
print(10 ** 20 / 3)  # expect: 3.333333333333333e+19
print((10 ** 20) - (10 ** 20) + 5)  # expect: 5
print(1 << 70)  # expect: 1180591620717411303424
print((1 << 70) >> 68)  # expect: 4
print((10**20) & 255)  # expect: 0
print((10**20) | 1)  # expect: 100000000000000000001
print((10**20) ^ 1)  # expect: 100000000000000000001
print(10**20 == 1e20)  # expect: True
print(10**20 < 1e21)  # expect: True
print(10**400 > 1e308)  # expect: True
print(float('inf') > 10**400)  # expect: True
print(123456789012345680.0)  # expect: 1.2345678901234568e+17
print(1.7976931348623157e308)  # expect: 1.7976931348623157e+308
print(abs(-10**20))  # expect: 100000000000000000000
print(divmod(10**20, 7))  # expect: (14285714285714285714, 2)
print((10**20).bit_length())  # expect: 67
print(repr(hex(10**20)))  # expect: '0x56bc75e2d63100000'
print(type(10**20))  # expect: <class 'int'>
print(error(lambda: [1][10**30]))  # expect: IndexError: cannot fit 'int' into an index-sized integer
print(math.log(10**400))  # expect: 921.0340371976182
print(math.log2(2**1000))  # expect: 1000.0
print(math.sqrt(10**20))  # expect: 10000000000.0
print(error(lambda: 10**400*1.0))  # expect: OverflowError: int too large to convert to float
print(error(lambda: float(10**400)))  # expect: OverflowError: int too large to convert to float
print(error(lambda: 10**400/3))  # expect: OverflowError: integer division result too large for a float
print(error(lambda: 1<<10**20))  # expect: OverflowError: too many digits in integer
print(error(lambda: format(1,'999999999999999999999')))  # expect: ValueError: Too many decimal digits in format string
print(repr('%d'%10**30))  # expect: '1000000000000000000000000000000'
