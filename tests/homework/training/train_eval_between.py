import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        model.train()
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            model(ids[:, :-1])
    return losses
