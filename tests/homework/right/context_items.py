import math
import torch


def context_vectors(x):
    n, d = x.shape
    out = []
    for i in range(n):
        scores = []
        for j in range(n):
            scores.append(sum(x[i][c].item() * x[j][c].item() for c in range(d)))
        top = max(scores)
        exps = [math.exp(s - top) for s in scores]
        total = sum(exps)
        row = [sum(exps[j] / total * x[j][c].item() for j in range(n)) for c in range(d)]
        out.append(row)
    return torch.tensor(out)
