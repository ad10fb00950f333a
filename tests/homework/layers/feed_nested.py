import torch.nn as nn


class Expand(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.linear = nn.Linear(d, 4 * d)
        self.gelu = nn.GELU(approximate="tanh")

    def forward(self, x):
        return self.gelu(self.linear(x))


class FeedForward(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.expand = Expand(d)
        self.contract = nn.Linear(4 * d, d)

    def forward(self, x):
        return self.contract(self.expand(x))
