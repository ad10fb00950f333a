import numpy as np

np.random.seed(42)
print(np.random.rand(3))  # expect: [0.37454012 0.95071431 0.73199394]
print(np.random.randn(2, 3))  # expect: [[-1.11188012  0.31890218  0.27904129]
# expect:  [ 1.01051528 -0.58087813 -0.52516981]]
print(np.random.randint(0, 10, 5), np.random.randint(5), np.random.randint(0, 2**40, 2))  # expect: [4 0 9 5 8] 0 [ 938930758714 1091520814761]
print(np.random.permutation(6), np.random.choice(5, 3, replace=False), np.random.choice([1.5, 2, 3], 4))  # expect: [0 1 2 4 5 3] [0 1 4] [1.5 3.  1.5 3. ]
print(np.random.uniform(-1, 1, (2, 2)), np.random.normal(0, 0.1, 3), np.random.choice(3, 5, p=[0.2, 0.3, 0.5]))  # expect: [[ 0.36061508 -0.0990015 ]
# expect:  [-0.97347008  0.88440351]] [-0.20267196  0.11194236  0.07791926] [2 2 0 1 0]
x = [1, 2, 3, 4]
np.random.shuffle(x)
print(x, np.random.random((2,)))  # expect: [1, 3, 2, 4] [0.52006802 0.54671028]
np.random.seed(0)
a = np.random.randn(1000)
print(a.sum(), a.mean(), a.std(), a.astype(np.float32).sum(), a.argmax())  # expect: -45.25670749019538 -0.045256707490195384 0.9870331586690257 -45.256706 943
b = np.random.randn(7, 13, 5)
print(b.sum(axis=1)[0], b.sum(axis=(0, 2))[:3], b.T.sum(axis=0)[0, 0], b.mean(axis=(0, 1)))  # expect: [ 1.15203084  1.3649328  -3.35952525  3.38608489  3.13322695] [ 6.2163012  -6.24950761  1.19479224] 1.358889097473409 [-0.02817353 -0.06668971  0.08007532  0.13380357  0.06793211]
np.random.seed(-1)  # expect ValueError: Seed must be between 0 and 2**32 - 1
