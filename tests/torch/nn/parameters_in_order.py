import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.second = nn.Linear(1, 1)
        self.scale = nn.Parameter(torch.ones(1))
        self.first = nn.Linear(1, 2, bias=False)


net = Net()
print([n for n, _ in net.named_parameters()])  # expect: ['scale', 'second.weight', 'second.bias', 'first.weight']
print(sum(p.numel() for p in net.parameters()))  # expect: 5
print([n for n, _ in net.named_parameters(prefix="net", recurse=False)])  # expect: ['net.scale']
