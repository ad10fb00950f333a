import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, x, lr, steps):
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = F.cross_entropy(model(x[:, :-1]).flatten(0, 1), x[:, 1:].flatten())
        loss.backward()
        for p in model.parameters():
            p.data = p.data - lr * p.grad
        losses.append(loss.data)
    return losses
