import torch
from torch import nn
class CrossAttention(nn.Module):
    def __init__(self, dim_q, dim_kv, dim_out, n):
        super().__init__()
        self.n = n
        self.to_q = nn.Linear(dim_q, dim_out, bias=False)
        self.to_k = nn.Linear(dim_kv, dim_out, bias=False)
        self.to_v = nn.Linear(dim_kv, dim_out, bias=False)
        self.to_out = nn.Linear(dim_out, dim_out)
    def forward(self, a, b):
        B, T, _ = a.shape
        S = b.shape[1]
        q = self.to_q(a).view(B, T, self.n, -1).transpose(1, 2)
        k = self.to_k(b).view(B, S, self.n, -1).transpose(1, 2)
        v = self.to_v(b).view(B, S, self.n, -1).transpose(1, 2)
        w = torch.softmax(q @ k.transpose(2, 3) * q.size(-1) ** -0.5, dim=3)
        return self.to_out((w @ v).transpose(1, 2).reshape(B, T, -1))
