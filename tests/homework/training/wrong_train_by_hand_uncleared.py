import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    weights = list(model.parameters())
    losses = []
    for step in range(steps):
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        loss.backward()
        with torch.no_grad():
            for p in weights:
                p -= lr * p.grad
        losses.append(loss.item())
    return losses
