import torch
import torch.nn as nn


class MHA(nn.Module):
    def __init__(self, d_in, d_k, num_heads):
        super().__init__()
        self.Wq = nn.Parameter(torch.randn(num_heads, d_in, d_k) / d_in**0.5)
        self.Wk = nn.Parameter(torch.randn(num_heads, d_in, d_k) / d_in**0.5)
        self.Wv = nn.Parameter(torch.randn(num_heads, d_in, d_k) / d_in**0.5)
        self.Wo = nn.Parameter(torch.randn(num_heads * d_k, d_in))
        self.d_k = d_k

    def forward(self, x):
        x = x.unsqueeze(1)                      # (B, 1, T, d_in)
        q = x @ self.Wq                         # (B, H, T, d_k)
        k = x @ self.Wk
        v = x @ self.Wv
        s = (q @ k.transpose(-1, -2)) / self.d_k ** 0.5
        T = s.shape[-1]
        keep = torch.tril(torch.ones(T, T)) == 1
        s = torch.where(keep, s, torch.tensor(float("-inf")))
        a = s.softmax(dim=-1)
        z = a @ v
        z = z.transpose(1, 2).flatten(2)
        return z @ self.Wo
