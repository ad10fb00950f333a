import torch
from torch import nn


class Attn(nn.Module):
    def __init__(self, d_in=3, d_out=2):
        super().__init__()
        self.d_out = d_out
        scale = d_in ** -0.5
        self.wq = nn.Parameter(scale * torch.randn(d_in, d_out), requires_grad=True)
        self.wk = nn.Parameter(scale * torch.randn(d_in, d_out), requires_grad=True)
        self.wv = nn.Parameter(scale * torch.randn(d_in, d_out), requires_grad=True)

    def forward(self, tokens):
        Q, K, V = tokens @ self.wq, tokens @ self.wk, tokens @ self.wv
        logits = Q @ K.transpose(-2, -1)
        logits = logits / torch.sqrt(torch.tensor(self.d_out, dtype=torch.float32))
        return nn.functional.softmax(logits, dim=-1) @ V
