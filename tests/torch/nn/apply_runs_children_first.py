import torch
import torch.nn as nn


seen = []
net = nn.Sequential(nn.Linear(1, 1), nn.Sequential(nn.ReLU()))
net.apply(lambda m: seen.append(type(m).__name__))
print(seen)  # expect: ['Linear', 'ReLU', 'Sequential', 'Sequential']


@torch.no_grad()
def fill(m):
    if isinstance(m, nn.Linear):
        m.weight.fill_(2.0)
        m.bias.zero_()


print(net.apply(fill)[0](torch.tensor([[3.0]])))  # expect: tensor([[6.]], grad_fn=<AddmmBackward0>)
