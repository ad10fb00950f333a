import numpy as np

a = np.array([[1, 5, 2], [7, 2, 9]])
print(a.sum(), a.sum(axis=0), np.sum(a, axis=1, keepdims=True), np.mean(a), a.mean(axis=0), a.max(), np.max(a, axis=-1), a.min(axis=0))  # expect: 26 [ 8  7 11] [[ 8]
# expect:  [18]] 4.333333333333333 [4.  3.5 5.5] 9 [5 9] [1 2 2]
print(a.argmax(), a.argmax(axis=1), np.argmin(a, axis=0), a.std(), a.var(axis=1), a.std(ddof=1), np.prod(a, axis=0), np.cumsum(a), np.cumsum(a, axis=1))  # expect: 5 [1 2] [0 1 0] 2.9249881291307074 [2.88888889 8.66666667] 3.204163957519444 [ 7 10 18] [ 1  6  8 15 17 26] [[ 1  6  8]
# expect:  [ 7  9 18]]
print(np.sum([True, False]), np.linalg.norm([3.0, 4.0]), np.linalg.norm(a, axis=1), a.sum(axis=(0, 1), keepdims=True))  # expect: 1 5.0 [ 5.47722558 11.5758369 ] [[26]]
print(np.array([1, np.nan]).max(), np.sum(np.ones((2, 3), dtype=np.float32)).dtype, (a > 2).sum(), np.unique([3, 1, 1]), np.sort([3, 1, 2]), np.argsort([3, 1, 2]))  # expect: nan float32 3 [1 3] [1 2 3] [1 2 0]
try:
    np.max(np.array([]))
except ValueError as error:
    print(error)  # expect: zero-size array to reduction operation maximum which has no identity
np.sum(a, axis=2)  # expect AxisError: axis 2 is out of bounds for array of dimension 2
