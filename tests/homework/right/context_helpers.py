import torch


def dot(a, b):
    total = 0.0
    for i in range(len(a)):
        total = total + a[i] * b[i]
    return total


def softmax(v):
    e = torch.exp(v - v.max())
    return e / e.sum()


def contexts(inputs):
    n = inputs.shape[0]
    result = torch.zeros(inputs.shape)
    for i in range(n):
        scores = torch.tensor([dot(inputs[i], inputs[j]) for j in range(n)])
        w = softmax(scores)
        for j in range(n):
            result[i] += w[j] * inputs[j]
    return result
