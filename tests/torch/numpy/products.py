import numpy as np

a = np.arange(6).reshape(2, 3)
b = np.arange(12.0).reshape(3, 4)
print(a @ b, np.dot(a, b), a.dot(a.T), np.matmul(a[None], b).shape, np.dot([1, 2], [3, 4]), np.array([1, 2]) @ np.array([3, 4]))  # expect: [[20. 23. 26. 29.]
# expect:  [56. 68. 80. 92.]] [[20. 23. 26. 29.]
# expect:  [56. 68. 80. 92.]] [[ 5 14]
# expect:  [14 50]] (1, 2, 4) 11 11
q, k = np.ones((2, 3, 4)), np.ones((2, 5, 4))
print((q @ k.transpose(0, 2, 1)).shape, np.einsum("bqd,bkd->bqk", q, k).shape, np.einsum("ij->j", a), np.outer([1, 2], [3, 4]))  # expect: (2, 3, 5) (2, 3, 5) [3 5 7] [[3 4]
# expect:  [6 8]]
try:
    np.dot(a, a)
except ValueError as error:
    print(error)  # expect: shapes (2,3) and (2,3) not aligned: 3 (dim 1) != 2 (dim 0)
try:
    a + np.ones(4)
except ValueError as error:
    print(error)  # expect: operands could not be broadcast together with shapes (2,3) (4,)
try:
    np.concatenate([a, b])
except ValueError as error:
    print(error)  # expect: all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, the array at index 0 has size 3 and the array at index 1 has size 4
a @ a  # expect ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 2 is different from 3)
