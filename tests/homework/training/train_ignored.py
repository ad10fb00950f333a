import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    targets = torch.full_like(ids, -100)
    targets[:, :-1] = ids[:, 1:]
    loss_fn = nn.CrossEntropyLoss(ignore_index=-100)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for step in range(steps):
        logits = model(ids)
        loss = loss_fn(logits.permute(0, 2, 1), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
