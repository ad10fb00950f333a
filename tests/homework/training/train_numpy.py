import torch
import torch.nn as nn
import torch.nn.functional as F
import numpy as np


def train(model, ids, lr, steps):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = np.zeros(steps)
    for i in range(steps):
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        opt.zero_grad(); loss.backward(); opt.step()
        losses[i] = loss.item()
    return losses
