import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    def closure():
        opt.zero_grad()
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        loss.backward()
        return loss
    for _ in range(steps):
        losses.append(opt.step(closure).item())
    return losses
