import torch
from torch import nn
class SA(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        for n in ("query", "key", "value"):
            self.register_parameter(n, nn.Parameter(torch.randn(d_out, d_in)))
    def forward(self, x):
        q, k, v = (nn.functional.linear(x, getattr(self, n)) for n in ("query", "key", "value"))
        return torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v
