import torch
from torch import nn


class CausalHead(nn.Module):
    def __init__(self, d_in, d_out, max_len):
        super().__init__()
        self.kqv = nn.ModuleList([nn.Linear(d_in, d_out, bias=False) for _ in range(3)])
        self.register_buffer("bias", torch.zeros(max_len, max_len).masked_fill(torch.ones(max_len, max_len).triu(1) == 1, float("-inf")))

    def forward(self, x):
        n = x.shape[-2]
        k, q, v = [layer(x) for layer in self.kqv]
        a = ((q @ k.mT) / q.shape[-1] ** 0.5 + self.bias[:n, :n]).softmax(-1)
        return {"weights": a, "output": a @ v}
