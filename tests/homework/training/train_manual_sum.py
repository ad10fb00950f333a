import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    b, t = ids.shape
    x, y = ids[:, : t - 1], ids[:, 1:t]
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            if p.grad is not None:
                p.grad.zero_()
        logits = model(x)
        loss = F.cross_entropy(logits.permute(0, 2, 1), y, reduction="sum") / (b * (t - 1))
        loss.backward()
        for p in model.parameters():
            p.data.add_(-lr * p.grad.data)
        losses.append(loss)
    return losses
