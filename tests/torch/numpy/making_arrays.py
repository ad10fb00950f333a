import numpy as np

print(np.zeros((2, 3)), np.ones(2), np.full((2, 2), 7), np.full(2, 1.5), np.eye(2), np.identity(2))  # expect: [[0. 0. 0.]
# expect:  [0. 0. 0.]] [1. 1.] [[7 7]
# expect:  [7 7]] [1.5 1.5] [[1. 0.]
# expect:  [0. 1.]] [[1. 0.]
# expect:  [0. 1.]]
print(np.arange(5), np.arange(1, 10, 3), np.arange(0, 1, 0.25), np.arange(5, 0, -2), np.linspace(0, 1, 5))  # expect: [0 1 2 3 4] [1 4 7] [0.   0.25 0.5  0.75] [5 3 1] [0.   0.25 0.5  0.75 1.  ]
print(np.array([[1, 2], [3, 4]]), np.array([1, 2.5, True]), np.array([1.9, 2.1], dtype=int), np.array([[1, 2]], dtype=np.float32).dtype)  # expect: [[1 2]
# expect:  [3 4]] [1.  2.5 1. ] [1 2] float32
print(np.zeros_like([1, 2]), np.ones_like(np.zeros(2)), np.zeros(2, dtype="int32").dtype, np.array(range(3)))  # expect: [0 0] [1. 1.] int32 [0 1 2]
a = np.array([[1, 2, 3], [4, 5, 6]])
print(a.shape, a.ndim, a.size, a.dtype, repr(a.dtype), len(a), a.nbytes, a.itemsize, a.dtype == np.int64)  # expect: (2, 3) 2 6 int64 dtype('int64') 2 48 8 True
print(a.astype(float), a.astype(np.float32).dtype, a.tolist(), a.flatten(), a.copy() is a, a.item(2))  # expect: [[1. 2. 3.]
# expect:  [4. 5. 6.]] float32 [[1, 2, 3], [4, 5, 6]] [1 2 3 4 5 6] False 3
print(np.triu(np.ones((3, 3)), k=1), np.tril(a), np.diag([1, 2]), np.tile([1, 2], 2), np.repeat([1, 2], 2))  # expect: [[0. 1. 1.]
# expect:  [0. 0. 1.]
# expect:  [0. 0. 0.]] [[1 0 0]
# expect:  [4 5 0]] [[1 0]
# expect:  [0 2]] [1 2 1 2] [1 1 2 2]
print(np.concatenate([a, a]).shape, np.concatenate([a, a], axis=1).shape, np.stack([a, a], axis=1).shape, np.vstack([[1, 2], [3, 4]]), np.hstack([[1], [2]]))  # expect: (4, 3) (2, 6) (2, 2, 3) [[1 2]
# expect:  [3 4]] [1 2]
print(np.split(np.arange(6), 3), np.array_split(np.arange(5), 2))  # expect: [array([0, 1]), array([2, 3]), array([4, 5])] [array([0, 1, 2]), array([3, 4])]
rows, columns = np.indices((2, 3))
print(rows, columns, np.indices((2, 2)).shape, np.indices((3,), dtype=float))  # expect: [[0 0 0]
# expect:  [1 1 1]] [[0 1 2]
# expect:  [0 1 2]] (2, 2, 2) [[0. 1. 2.]]
np.array([[1, 2], [3]])  # expect ValueError: setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous part.
