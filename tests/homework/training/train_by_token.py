import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        logits = model(ids)
        loss = sum(F.cross_entropy(logits[:, t], ids[:, t + 1]) for t in range(ids.shape[1] - 1)) / (ids.shape[1] - 1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
