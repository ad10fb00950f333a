import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, tokens, learning_rate, num_steps):
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=learning_rate)
    x = tokens[:, :-1].contiguous()
    y = tokens[:, 1:].contiguous()
    history = []
    for _ in range(num_steps):
        logits = model(x)
        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history
