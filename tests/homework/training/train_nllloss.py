import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, ids, lr, steps):
    crit = nn.NLLLoss()
    log_softmax = nn.LogSoftmax(dim=-1)
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    out = []
    for _ in range(steps):
        lp = log_softmax(model(ids[:, :-1]))
        loss = crit(lp.reshape(-1, lp.shape[-1]), ids[:, 1:].reshape(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.detach().item())
    return torch.tensor(out)
