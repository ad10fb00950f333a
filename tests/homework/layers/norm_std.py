import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-5):
        super().__init__()
        self.register_parameter("gamma", nn.Parameter(torch.ones(hidden_size)))
        self.register_parameter("beta", nn.Parameter(torch.zeros(hidden_size)))
        self.register_buffer("tiny", torch.tensor(eps))

    def statistics(self, x):
        mean = torch.mean(x, dim=-1, keepdim=True)
        std = torch.sqrt(torch.std(x, dim=-1, keepdim=True, unbiased=False) ** 2 + self.tiny)
        return mean, std

    def forward(self, x):
        mean, std = self.statistics(x)
        return self.gamma * (x - mean) / std + self.beta
