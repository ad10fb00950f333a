import numpy as np

a = [1, 2, 3, 4]
print(np.convolve(a, [1, 0.5]), np.convolve(a, [1, 1, 1]).dtype)  # expect: [1.  2.5 4.  5.5 2. ] int64
print(np.convolve(a, np.ones(2) / 2, mode="valid"))  # expect: [1.5 2.5 3.5]
print(np.convolve(a, [0, 1, 2], "same"), np.convolve([1, 2], [1, 1, 1], "same"), np.convolve(a, [1, 2], "same"))  # expect: [ 1  4  7 10] [1 3 3] [ 1  4  7 10]
losses = [3.0, 2.5, 2.0, 1.8, 1.7]
print(np.convolve(losses, np.ones(3) / 3, mode="valid").round(4))  # expect: [2.5    2.1    1.8333]
