import numpy as np

print(np.sqrt(2), np.square(3), np.power(2, 3), np.power(2, 0.5), np.maximum(1, 2.5))  # expect: 1.4142135623730951 9 8 1.4142135623730951 2.5
print(np.abs(-3), np.abs(-3.5), np.round(2.567, 2), np.round(3.5), np.floor(2.7), np.ceil(2.1), np.sign(-2))  # expect: 3 3.5 2.57 4.0 2.0 3.0 -1
print(np.exp(0), np.log(1.0), np.sin(0), np.cos(0), np.tanh(0), np.log2(8), np.log10(1000))  # expect: 1.0 0.0 0.0 1.0 0.0 3.0 3.0
print(np.inf, -np.inf, np.nan, np.pi, np.e, np.newaxis, type(np.inf))  # expect: inf -inf nan 3.141592653589793 2.718281828459045 None <class 'float'>
print(np.float32(0.1), np.float32(1) / 3, np.float16(0.1), np.int32(7) // 2, np.float64("1.5"))  # expect: 0.1 0.3333333333333333 0.1 3 1.5
print(1.5 + np.float32(2), np.int64(7) % 4, 2 ** np.sqrt(4), -np.float64(2), abs(np.int64(-2)))  # expect: 3.5 3 4.0 -2.0 2
print(int(np.sqrt(64)), float(np.float32(0.1)), round(np.sqrt(2), 2), round(np.sqrt(2)))  # expect: 8 0.10000000149011612 1.41 1
print(f"{np.sqrt(2):.3f} {np.float32(0.5)} {np.int64(1234):,}", "%.2f %d" % (np.sqrt(2), np.int64(3)))  # expect: 1.414 0.5 1,234 1.41 3
print(isinstance(np.sqrt(2), float), isinstance(np.int64(1), int), [1, 2, 3][np.int64(1)], list(range(np.int64(2))))  # expect: True False 2 [0, 1]
print({np.float64(1.5): "a"}[1.5], max(np.float64(1), 2), sorted([np.float64(3), 1]), [0] * np.int64(2))  # expect: a 2 [1, 3.0] [0, 0]
print(np.sqrt(-1), np.log(0), np.exp(1000), np.float64(1) / 0)  # expect: nan -inf inf inf
print(np.finfo(np.float32).max, np.finfo(np.float32).eps)  # expect: 3.4028235e+38 1.1920929e-07
