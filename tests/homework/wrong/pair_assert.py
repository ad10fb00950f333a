import torch
import torch.nn as nn

class MultiHeadAttention(nn.Module):
  def __init__(self, d_in, d_out, ctx_len, drop, n_heads, bias=False):
    super().__init__()
    assert (d_out % n_heads == 0, "d_out must be divisible by n_heads")
    self.d_out, self.n_heads = d_out, n_heads
    self.head_dim = d_out // n_heads
    self.w_q = nn.Linear(d_in, d_out, bias=bias)
    self.w_k = nn.Linear(d_in, d_out, bias=bias)
    self.w_v = nn.Linear(d_in, d_out, bias=bias)
    self.proj = nn.Linear(d_out, d_out)
    self.drop = nn.Dropout(drop)
    self.register_buffer('mask', torch.tril(torch.ones(ctx_len, ctx_len)))

  def forward(self, x):
    b, t, _ = x.shape
    # reshape does not need contiguous memory
    q = self.w_q(x).reshape(b, t, self.n_heads, self.head_dim).transpose(1, 2)
    k = self.w_k(x).reshape(b, t, self.n_heads, self.head_dim).transpose(1, 2)
    v = self.w_v(x).reshape(b, t, self.n_heads, self.head_dim).transpose(1, 2)
    a = q @ k.transpose(-1, -2) / self.head_dim ** 0.5
    a = a.masked_fill(self.mask[:t, :t] == 0, float('-inf'))
    a = self.drop(a.softmax(dim=-1))
    return self.proj((a @ v).transpose(1, 2).reshape(b, t, self.d_out))
