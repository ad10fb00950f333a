print([(i, j) for i in range(3) for j in range(i) if i + j > 1])  # expect: [(2, 0), (2, 1)]
print([[i * j for j in range(3)] for i in range(2)])  # expect: [[0, 0, 0], [0, 1, 2]]
print({k: v for k, v in zip("ab", range(2))})  # expect: {'a': 0, 'b': 1}
print(sorted({n % 3 for n in range(7)}))  # expect: [0, 1, 2]
print(sum(x * x for x in range(4)))  # expect: 14
