import torch
import torch.nn as nn


class Attention(nn.Module):
    def forward(self, q, k, v):
        return q


Attention()(torch.ones(1), torch.ones(1), torch.ones(1), torch.ones(1))  # expect TypeError: Attention.forward() takes 4 positional arguments but 5 were given
