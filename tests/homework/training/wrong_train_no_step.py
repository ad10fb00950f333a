import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    inputs, targets = ids[:, :-1], ids[:, 1:]
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for step in range(steps):
        logits = model(inputs)
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
    return losses
