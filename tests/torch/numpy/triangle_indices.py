import numpy as np

x = np.arange(9).reshape(3, 3)
print(np.tril_indices(3), np.triu_indices(2, 1, 4))  # expect: (array([0, 1, 1, 2, 2, 2]), array([0, 0, 1, 0, 1, 2])) (array([0, 0, 0, 1, 1]), array([1, 2, 3, 2, 3]))
x[np.triu_indices(3, k=1)] = -1
print(x)  # expect: [[ 0 -1 -1]
# expect:  [ 3  4 -1]
# expect:  [ 6  7  8]]
