import math


def softmax(row):
    high = max(row)
    powers = [math.exp(x - high) for x in row]
    return [p / sum(powers) for p in powers]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


q, k, v = [[1, 0], [0, 2]], [[1, 1], [0, 1]], [[1.0, 2.0], [3.0, 4.0]]
scores = product(q, list(zip(*k)))
print(scores)  # expect: [[1, 0], [2, 2]]
weights = [softmax([x / math.sqrt(2) for x in row]) for row in scores]
print(weights)  # expect: [[0.6697615493266569, 0.3302384506733431], [0.5, 0.5]]
print("; ".join(" ".join(f"{x:.3f}" for x in row) for row in product(weights, v)))  # expect: 1.660 2.660; 2.000 3.000
