import math

print(math.sqrt(2))  # expect: 1.4142135623730951
print(math.pi)  # expect: 3.141592653589793
print(math.e)  # expect: 2.718281828459045
print(math.inf)  # expect: inf
print(-math.inf)  # expect: -inf
print(math.nan)  # expect: nan
print(math.tau)  # expect: 6.283185307179586
print(math.exp(1))  # expect: 2.718281828459045
print(math.log(10))  # expect: 2.302585092994046
print(math.log(8, 2))  # expect: 3.0
print(math.log2(8))  # expect: 3.0
print(math.log10(1000))  # expect: 3.0
print(math.log1p(1e-10))  # expect: 9.999999999500001e-11
print(math.pow(2, 3))  # expect: 8.0
print(math.sin(1))  # expect: 0.8414709848078965
print(math.cos(1))  # expect: 0.5403023058681398
print(math.tan(1))  # expect: 1.5574077246549023
print(math.atan2(1, 2))  # expect: 0.4636476090008061
print(math.tanh(0.5))  # expect: 0.46211715726000974
print(math.floor(2.7))  # expect: 2
print(math.ceil(2.1))  # expect: 3
print(math.trunc(-2.7))  # expect: -2
print(math.fabs(-3))  # expect: 3.0
print(math.fmod(7, 3))  # expect: 1.0
print(math.copysign(1, -0.0))  # expect: -1.0
print(math.hypot(3, 4))  # expect: 5.0
print(math.degrees(math.pi))  # expect: 180.0
print(math.radians(180))  # expect: 3.141592653589793
print(math.isnan(math.nan))  # expect: True
print(math.isinf(1))  # expect: False
print(math.isfinite(1))  # expect: True
print(math.isclose(1, 1 + 1e-10))  # expect: True
print(math.isclose(1, 2, rel_tol=1))  # expect: True
print(math.gcd(12, 18))  # expect: 6
print(math.gcd())  # expect: 0
print(math.factorial(20))  # expect: 2432902008176640000
print(math.factorial(30))  # expect: 265252859812191058636308480000000
print(math.prod([1, 2, 3]))  # expect: 6
print(math.prod([1.5, 2], start=2))  # expect: 6.0
print(math.erf(0.5))  # expect: 0.5204998778130465
print(math.isqrt(17))  # expect: 4
print(math.cbrt(27))  # expect: 3.0000000000000004
print(math.exp2(3))  # expect: 8.0
print(math.expm1(1e-5))  # expect: 1.0000050000166668e-05
print(math.sqrt(True))  # expect: 1.0
print(math.floor(5))  # expect: 5
print(math.floor(1e20))  # expect: 100000000000000000000
print(math.asinh(1))  # expect: 0.881373587019543
print(math.acosh(2))  # expect: 1.3169578969248166
print(math.atanh(0.5))  # expect: 0.5493061443340548
print(math.sinh(1))  # expect: 1.1752011936438014
print(math.cosh(1))  # expect: 1.5430806348152437
print(math.erfc(0.5))  # expect: 0.4795001221869535
