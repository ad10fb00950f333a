import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        order = torch.randperm(len(ids))
        batch = ids[order]
        loss = F.cross_entropy(model(batch[:, :-1]).flatten(0, 1), batch[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
