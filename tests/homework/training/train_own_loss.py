import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    targets = ids[:, 1:].unsqueeze(-1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for step in range(steps):
        log_probs = torch.log_softmax(model(ids[:, :-1]), dim=-1)
        loss = -log_probs.gather(-1, targets).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    return losses
