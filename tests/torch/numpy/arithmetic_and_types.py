import numpy as np

s = np.array([[1.0, 2, 3], [4, 5, 6]])
n = np.arange(6).reshape(2, 3)
print(5 - s, 2 / s, s**2, s**-1.0, 2**n, n // 2, n % 2, -n, n / 2, n**2, n * 1.5)  # expect: [[ 4.  3.  2.]
# expect:  [ 1.  0. -1.]] [[2.         1.         0.66666667]
# expect:  [0.5        0.4        0.33333333]] [[ 1.  4.  9.]
# expect:  [16. 25. 36.]] [[1.         0.5        0.33333333]
# expect:  [0.25       0.2        0.16666667]] [[ 1  2  4]
# expect:  [ 8 16 32]] [[0 0 1]
# expect:  [1 2 2]] [[0 1 0]
# expect:  [1 0 1]] [[ 0 -1 -2]
# expect:  [-3 -4 -5]] [[0.  0.5 1. ]
# expect:  [1.5 2.  2.5]] [[ 0  1  4]
# expect:  [ 9 16 25]] [[0.  1.5 3. ]
# expect:  [4.5 6.  7.5]]
print(s > 2, (s > 2) & (s < 5), ~(s > 2), s == s, 1 < s)  # expect: [[False False  True]
# expect:  [ True  True  True]] [[False False  True]
# expect:  [ True False False]] [[ True  True False]
# expect:  [False False False]] [[ True  True  True]
# expect:  [ True  True  True]] [[False  True  True]
# expect:  [ True  True  True]]
print((np.arange(3, dtype=np.float32) * 2.5).dtype, (np.arange(3, dtype=np.float32) * np.arange(3)).dtype, (n + np.int32(1)).dtype, (np.ones(2, bool) * 2).dtype)  # expect: float32 float64 int64 int64
print(s + [1, 2, 3], [1, 2, 3] * np.ones(3), s * np.arange(2)[:, None])  # expect: [[2. 4. 6.]
# expect:  [5. 7. 9.]] [1. 2. 3.] [[0. 0. 0.]
# expect:  [4. 5. 6.]]
s += 1
s *= 2
s[0] -= 1
print(s, np.maximum(0, s - 7), np.clip(s, 4, 10), np.round(s / 3, 2), np.sign(s - 7))  # expect: [[ 3.  5.  7.]
# expect:  [10. 12. 14.]] [[0. 0. 0.]
# expect:  [3. 5. 7.]] [[ 4.  5.  7.]
# expect:  [10. 10. 10.]] [[1.   1.67 2.33]
# expect:  [3.33 4.   4.67]] [[-1. -1.  0.]
# expect:  [ 1.  1.  1.]]
print(np.allclose(s, s + 1e-9), np.isclose([1, 2], [1, 2.1]), np.array_equal(s, s), np.any(s > 13), np.all(s > 0), np.isnan(s).any())  # expect: True [ True False] True True True False
e = np.exp(s - np.max(s, axis=-1, keepdims=True))
print(e / np.sum(e, axis=-1, keepdims=True), np.exp(np.arange(3, dtype=np.float32)))  # expect: [[0.01587624 0.11731043 0.86681333]
# expect:  [0.01587624 0.11731043 0.86681333]] [1.        2.718282  7.3890557]
print(np.where(s > 7, s, -np.inf), np.where([True, False], 1, 2), np.where(s > 7))  # expect: [[-inf -inf -inf]
# expect:  [ 10.  12.  14.]] [1 2] (array([1, 1, 1]), array([0, 1, 2]))
try:
    s.__pow__()
except TypeError:
    print("an exponent is missing", s.__pow__(0)[0])  # expect: an exponent is missing [1. 1. 1.]
n += 1.5  # expect UFuncTypeError: Cannot cast ufunc 'add' output from dtype('float64') to dtype('int64') with casting rule 'same_kind'
