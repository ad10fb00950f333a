import torch
import torch.nn as nn


class Net(nn.Module):
    def forward(x):
        return x


Net()(torch.zeros(1))  # expect TypeError: Net.forward() takes 1 positional argument but 2 were given
