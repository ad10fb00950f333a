import copy

import numpy as np
from numpy.random import default_rng

# The numbers are NumPy 1.24.2's.
rng = np.random.default_rng(42)
print(rng, f"{rng}", isinstance(rng, np.random.Generator), default_rng(rng) is rng)  # expect: Generator(PCG64) Generator(PCG64) True True
print(rng.standard_normal(3), rng.standard_normal((2, 2)))  # expect: [ 0.30471708 -1.03998411  0.7504512 ] [[ 0.94056472 -1.95103519]
# expect:  [-1.30217951  0.1278404 ]]
print(rng.normal(0, 0.02, size=(2, 3)), rng.normal([0, 100], [1, 2]))  # expect: [[-0.00632485 -0.00033602 -0.01706088]
# expect:  [ 0.01758796  0.01555584  0.00132061]] [  1.12724121 100.93501868]
print(rng.random(3), rng.random((1, 2)), rng.uniform(-1, 1, 3), rng.uniform(-5))  # expect: [0.22723872 0.55458479 0.06381726] [[0.82763117 0.6316644 ]] [ 0.51617548 -0.29094806  0.94139605] 0.3587267279331865
print(rng.random(), rng.standard_normal(), rng.normal(), rng.uniform(high=2), rng.integers(10))  # expect: 0.7783834970737619 -0.3521335504882296 0.5323091855533487 0.08760753157445755 5
print(rng.integers(0, 10, 8), rng.integers(5, size=(2, 3)), rng.integers(1, 6, 5, endpoint=True))  # expect: [1 7 6 9 7 3 9 4] [[1 4 1]
# expect:  [0 2 3]] [2 3 1 5 3]
print(rng.integers(2**32, size=2), rng.integers(-2**62, 2**62, 2), rng.integers(-2**63, 2**63, 2))  # expect: [1418182453  974568233] [1566257650021271635 -579671234042924227] [6136829541582298113 3694239083530828727]
print(rng.integers(7, size=3, dtype=np.int32).dtype, type(rng.integers(7)), type(rng.integers(7, dtype=int)))  # expect: int32 <class 'numpy.int64'> <class 'int'>
x, y = rng.random(2, dtype=np.float32), rng.standard_normal(3, dtype="float32")
print(x, x.dtype, y, type(rng.random(dtype=np.float32)))  # expect: [0.80476433 0.84169185] float32 [0.56621367 0.6405271  0.69075996] <class 'float'>
print(rng.permutation(8), rng.permutation([[1, 2], [3, 4], [5, 6]])[:, 0])  # expect: [0 7 4 6 3 2 1 5] [1 5 3]
words, rows = ["the", "cat", "sat", "on", "a", "mat"], np.arange(8).reshape(4, 2)
rng.shuffle(words)
rng.shuffle(rows)
print(words, rows[:, 0])  # expect: ['a', 'on', 'sat', 'the', 'cat', 'mat'] [0 6 2 4]
print(rng.choice(5), rng.choice(5, 4), rng.choice([1.5, 2.5], (2, 2)), rng.choice([[1, 2], [3, 4]]))  # expect: 2 [4 2 0 3] [[2.5 2.5]
# expect:  [2.5 2.5]] [1 2]
print(rng.choice(9, 5, replace=False), rng.choice(20000, 9, replace=False), rng.choice(3, 6, p=[0.2, 0.3, 0.5]))  # expect: [7 2 6 0 4] [  693  4678  8167  5528 17063 16431 17113  1165 19847] [2 1 2 0 0 0]
print(rng.choice(20000, 700, replace=False)[-4:], rng.choice(20000, 4, replace=False, shuffle=False))  # expect: [13933 14445 15430 15677] [ 4035  2274  2498 13947]
print(rng.choice(2, 9, p=np.array([0.9, 0.1001], dtype=np.float32)))  # expect: [0 0 0 0 0 0 0 0 1]

# Each stream of its own: a long int, several, the same again and a copy.
print(default_rng(2**70 + 5).random(), default_rng(0).random())  # expect: 0.19448009399688115 0.6369616873214543
print(default_rng(7).normal() == default_rng(np.int64(7)).normal(), copy.deepcopy(rng).random() == rng.random())  # expect: True True

# Many draws: exact sums, with the ziggurat's tails and numbers that Lemire's method refuses.
rng = np.random.default_rng(1)
print((rng.standard_normal(200000) * 2**40).astype(np.int64).sum(), rng.integers(0, 3 * 2**30, 100000).sum())  # expect: -546104001626324 161376586921295
print((rng.standard_normal(200000, dtype=np.float32) * 2**24).astype(np.int64).sum())  # expect: -8548371468
print((rng.random(100001, dtype=np.float32) * 2**24).astype(np.int64).sum(), rng.integers(0, 3 * 2**61, 1000).sum())  # expect: 838763395874 3638937513244648341
print(rng.permutation(30000)[:4], rng.integers(100))  # expect: [29572   115 18055 20942] 28


def fails(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e, sep=": ")


fails(lambda: rng.random((2, -1)))  # expect: ValueError: negative dimensions are not allowed
fails(lambda: rng.random(2.0))  # expect: TypeError: expected a sequence of integers or a single integer, got '2.0'
fails(lambda: rng.random(2, 3))  # expect: TypeError: Cannot interpret '3' as a data type
fails(lambda: rng.random(2, dtype=int))  # expect: TypeError: Unsupported dtype dtype('int64') for random
fails(lambda: rng.standard_normal(2, dtype=np.float16))  # expect: TypeError: Unsupported dtype dtype('float16') for standard_normal
fails(lambda: rng.integers(0))  # expect: ValueError: high <= 0
fails(lambda: rng.integers(5, 5))  # expect: ValueError: low >= high
fails(lambda: rng.normal(0, -1))  # expect: ValueError: scale < 0
fails(lambda: rng.shuffle(3))  # expect: TypeError: object of type 'int' has no len()
fails(lambda: rng.choice(2, p=[0.5, 0.6]))  # expect: ValueError: probabilities do not sum to 1
fails(lambda: rng.choice(2, p=[1.5, -0.5]))  # expect: ValueError: probabilities are not non-negative
fails(lambda: rng.randn)  # expect: AttributeError: 'numpy.random._generator.Generator' object has no attribute 'randn'
