import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, d_in, d_out, context_length, p=0.1):
        super().__init__()
        self.query = nn.Linear(d_in, d_out, bias=False)
        self.key = nn.Linear(d_in, d_out, bias=False)
        self.value = nn.Linear(d_in, d_out, bias=False)
        self.drop = nn.Dropout(p)
        self.register_buffer("mask", torch.tril(torch.ones(context_length, context_length)))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.query(x), self.key(x), self.value(x)
        omega = torch.bmm(q, k.transpose(1, 2))
        omega = omega / k.shape[-1] ** 0.5
        omega = omega.masked_fill(self.mask[:t, :t] == 0, float("-inf"))
        alpha = F.softmax(omega, dim=1)
        alpha = self.drop(alpha)
        return torch.bmm(alpha, v)
