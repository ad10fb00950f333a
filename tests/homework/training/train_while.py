import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, data, lr, n_steps):
    criterion = nn.CrossEntropyLoss()
    optim = torch.optim.SGD(model.parameters(), lr=lr)
    losses, step = [], 0
    while step < n_steps:
        out = model(data[:, :-1])
        B, T, V = out.shape
        loss = criterion(out.view(B * T, V), data[:, 1:].reshape(B * T))
        optim.zero_grad()
        loss.backward()
        optim.step()
        losses.append(loss.item())
        step += 1
    return model, losses
