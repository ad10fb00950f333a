import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    losses = torch.zeros(steps)
    params = list(model.parameters())
    for i in range(steps):
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), ids[:, 1:].reshape(-1))
        grads = torch.autograd.grad(loss, params)
        with torch.no_grad():
            for p, g in zip(params, grads):
                p.sub_(lr * g)
        losses[i] = loss.detach()
    return losses
