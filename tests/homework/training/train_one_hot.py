import torch
import torch.nn as nn
import torch.nn.functional as F


def mean_loss(logits, targets):
    probs = torch.softmax(logits, dim=-1)
    wanted = F.one_hot(targets, logits.shape[-1])
    return -(wanted * torch.log(probs)).sum(-1).mean()


def train(lm, ids, eta, iterations):
    sgd = torch.optim.SGD(lm.parameters(), lr=eta)
    losses = []
    for _ in range(iterations):
        sgd.zero_grad()
        loss = mean_loss(lm(ids[:, :-1]), ids[:, 1:])
        loss.backward()
        sgd.step()
        losses += [loss.item()]
    return losses
