import numpy as np

w = np.arange(12.0).reshape(3, 4)
print(w[1], w[1, 2], w[:, 1], w[-1, -1], w[0:2, ::2], w[::-1, 0], w[..., None].shape, w[np.newaxis].shape)  # expect: [4. 5. 6. 7.] 6.0 [1. 5. 9.] 11.0 [[0. 2.]
# expect:  [4. 6.]] [8. 4. 0.] (3, 4, 1) (1, 3, 4)
print(w[[0, 2]], w[[0, 2], [1, 3]], w[w > 8], w[np.array([True, False, True])])  # expect: [[ 0.  1.  2.  3.]
# expect:  [ 8.  9. 10. 11.]] [ 1. 11.] [ 9. 10. 11.] [[ 0.  1.  2.  3.]
# expect:  [ 8.  9. 10. 11.]]
v = w[0]
v[0] = 99
w.T[3, 2] = -1
w[1:, ::2] = 0
w[w > 50] = 5
w[[1, 2], 1] = [7, 8]
print(w, v)  # expect: [[ 5.  1.  2.  3.]
# expect:  [ 0.  7.  0.  7.]
# expect:  [ 0.  8.  0. -1.]] [5. 1. 2. 3.]
print(w.T.shape, w.transpose(1, 0).shape, w.swapaxes(0, 1).shape, np.expand_dims(w, 0).shape, w.reshape(2, -1), w.ravel()[:3], np.squeeze(w[:1]).shape)  # expect: (4, 3) (4, 3) (4, 3) (1, 3, 4) [[ 5.  1.  2.  3.  0.  7.]
# expect:  [ 0.  7.  0.  8.  0. -1.]] [5. 1. 2.] (4,)
for row in w:
    total = row.sum()
print(total, [x for x in w[0]], 7 in w, list(w[0]) == w[0].tolist())  # expect: 7.0 [5.0, 1.0, 2.0, 3.0] True True
try:
    w[0, 7]
except IndexError as error:
    print(error)  # expect: index 7 is out of bounds for axis 1 with size 4
try:
    w.reshape(5, -1)
except ValueError as error:
    print(error)  # expect: cannot reshape array of size 12 into shape (5,newaxis)
w[0:2] = np.ones((3, 4))  # expect ValueError: could not broadcast input array from shape (3,4) into shape (2,4)
