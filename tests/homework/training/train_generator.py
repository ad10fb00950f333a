import torch
import torch.nn as nn
import torch.nn.functional as F


def loop(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(steps):
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield loss.item()


def train(model, ids, lr, steps):
    return list(loop(model, ids, lr, steps))
