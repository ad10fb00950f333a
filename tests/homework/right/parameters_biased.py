import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.w_q = nn.Parameter(torch.randn(d_in, d_out) * 0.02)
        self.b_q = nn.Parameter(torch.zeros(d_out))
        self.w_k = nn.Parameter(torch.randn(d_in, d_out) * 0.02)
        self.b_k = nn.Parameter(torch.zeros(d_out))
        self.w_v = nn.Parameter(torch.randn(d_in, d_out) * 0.02)
        self.b_v = nn.Parameter(torch.zeros(d_out))

    def forward(self, x):
        q = torch.addmm(self.b_q, x, self.w_q)
        k = torch.addmm(self.b_k, x, self.w_k)
        v = torch.addmm(self.b_v, x, self.w_v)
        return (q @ k.T).div(k.shape[1] ** 0.5).softmax(1) @ v
