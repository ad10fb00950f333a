import torch


def softmax_naive(x):
    return torch.softmax(x, dim=0)


def context_vectors(inputs):
    n = inputs.shape[0]
    scores = torch.empty(n, n)
    for i, x_i in enumerate(inputs):
        for j, x_j in enumerate(inputs):
            scores[i, j] = torch.dot(x_i, x_j)
    result = torch.zeros(inputs.shape)
    for i in range(n):
        weights = softmax_naive(scores[i])
        for j in range(n):
            result[i] += weights[j] * inputs[j]
    return result
