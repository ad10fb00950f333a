import torch
from torch import nn


def gelu(z):
    return z * 0.5 * (1.0 + torch.erf(z / 2 ** 0.5))


class FFN(nn.Module):
    def __init__(self, hidden_size, intermediate_size):
        super().__init__()
        self.intermediate = nn.Linear(hidden_size, intermediate_size)
        self.output = nn.Linear(intermediate_size, hidden_size)

    def forward(self, hidden_states):
        return self.output(gelu(self.intermediate(hidden_states)))
