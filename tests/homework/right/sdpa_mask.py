import torch
from torch import nn
import torch.nn.functional as F


class FlashMHA(nn.Module):
    def __init__(self, d_in, d_out, num_heads, context_length, dropout=0.0, qkv_bias=False):
        super().__init__()
        self.num_heads, self.d_out, self.p = num_heads, d_out, dropout
        self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)
        self.proj = nn.Linear(d_out, d_out)
        self.register_buffer("allowed", torch.tril(torch.ones(context_length, context_length)).bool())

    def forward(self, x):
        B, T, _ = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, self.num_heads, -1).unbind(dim=2)
        y = F.scaled_dot_product_attention(
            q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2),
            attn_mask=self.allowed[:T, :T],
            dropout_p=self.p if self.training else 0.0,
        )
        return self.proj(y.transpose(1, 2).reshape(B, T, self.d_out))
