import torch
import torch.nn as nn
import torch.nn.functional as F


class FastAttention(nn.Module):
    def __init__(self, d_in, d_out, num_heads, dropout=0.0, bias=False):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.d_out = d_out
        self.p = dropout
        self.qkv = nn.Linear(d_in, 3 * d_out, bias=bias)
        self.proj = nn.Linear(d_out, d_out)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q, k, v = self.qkv(x).split(self.d_out, dim=2)
        q = q.view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)
        k = k.view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)
        v = v.view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)
        use_dropout = self.p if self.training else 0.0
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=use_dropout, is_causal=True)
        y = y.transpose(1, 2).contiguous().view(batch, tokens, self.d_out)
        return self.proj(y)
