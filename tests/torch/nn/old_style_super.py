import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, d):
        super(Head, self).__init__()
        self.w = nn.Linear(d, d)

    def __call__(self, x):
        return self.w(x).shape


print(Head(3)(torch.zeros(2, 3)))  # expect: torch.Size([2, 3])
