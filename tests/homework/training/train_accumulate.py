import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        opt.zero_grad()
        total = 0.0
        for text in ids:
            loss = F.cross_entropy(model(text[None, :-1])[0], text[1:]) / len(ids)
            loss.backward()
            total += loss.item()
        opt.step()
        losses.append(total)
    return losses
