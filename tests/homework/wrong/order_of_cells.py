import torch
from torch import nn


class MultiHeadAttention(CausalAttention):
    def __init__(self, d_in, d_out, context_length, num_heads):
        super().__init__(d_in, d_out, context_length)
        self.num_heads = num_heads


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out)
        self.W_key = nn.Linear(d_in, d_out)
        self.W_value = nn.Linear(d_in, d_out)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        return torch.softmax(s, dim=-1) @ v
