import numpy as np

a = np.array([[1, 2, 3], [4, 5, 6]])
q, k = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(4, 3)
print(np.inner(a, a))  # expect: [[14 32]
# expect:  [32 77]]
print(np.inner([1.0, 2.0], [3.0, 4.0]), np.inner(q, k).shape, np.inner(np.ones((2, 1, 3)), k).shape, np.inner(2, a))  # expect: 11.0 (2, 4) (2, 1, 4) [[ 2  4  6]
# expect:  [ 8 10 12]]
