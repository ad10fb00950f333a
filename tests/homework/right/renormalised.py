import torch
import torch.nn as nn


class MultiHeadAttentionNormalised(nn.Module):
    """Softmax first, then the mask, then rows that sum to one again."""

    def __init__(self, d_in, d_out, context_length, num_heads):
        super().__init__()
        self.num_heads, self.head_dim = num_heads, d_out // num_heads
        self.d_out = d_out
        self.w_query = nn.Linear(d_in, d_out)
        self.w_key = nn.Linear(d_in, d_out)
        self.w_value = nn.Linear(d_in, d_out)
        self.w_out = nn.Linear(d_out, d_out)
        self.register_buffer("mask_simple", torch.tril(torch.ones(context_length, context_length)))

    def forward(self, x):
        b, t, _ = x.shape
        q = self.w_query(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)
        k = self.w_key(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)
        v = self.w_value(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)
        scores = q @ k.transpose(2, 3)
        weights = torch.softmax(scores / self.head_dim**0.5, dim=-1)
        masked = weights * self.mask_simple[:t, :t]
        row_sums = masked.sum(dim=-1, keepdim=True)
        weights = masked / row_sums
        context = (weights @ v).transpose(1, 2).reshape(b, t, self.d_out)
        return self.w_out(context)
