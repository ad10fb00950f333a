import torch
import torch.nn as nn
import torch.nn.functional as F


def loss_of(model, ids):
    logits = model(ids[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def one_step(model, optimizer, ids):
    loss = loss_of(model, ids)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train(model, ids, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    return [one_step(model, optimizer, ids) for _ in range(steps)]
