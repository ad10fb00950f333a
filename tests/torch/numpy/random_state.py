import numpy as np
from numpy.random import RandomState

rng = np.random.RandomState(0)
print(rng.rand(2), rng.randn(2), rng.randint(0, 10, size=5))  # expect: [0.5488135  0.71518937] [0.97873798 2.2408932 ] [9 3 5 2 4]
np.random.seed(0)
print(np.random.rand(2), RandomState(0).rand(2))  # expect: [0.5488135  0.71518937] [0.5488135  0.71518937]
other = RandomState(seed=42)
print(other.permutation(5), other.choice(4), other.uniform(1, 2), other.normal(size=2))  # expect: [1 4 2 0 3] 3 1.5986584841970366 [-0.23415337 -0.23413696]
print(rng.random_sample(2), rng.randint(3), rng.standard_normal(1))  # expect: [0.29753461 0.05671298] 0 [1.26611853]
