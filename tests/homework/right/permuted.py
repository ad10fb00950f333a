import math

import torch
from torch import nn
from torch.nn import functional as F


class SelfAttn(nn.Module):
    """Masked self-attention with several heads."""

    def __init__(self, embed_dim: int, num_heads: int, max_len: int, p: float = 0.1):
        super(SelfAttn, self).__init__()
        if embed_dim % num_heads != 0:
            raise ValueError("embed_dim has to be divisible by num_heads")
        self.h = num_heads
        self.dk = embed_dim // num_heads
        self.q_proj = nn.Linear(embed_dim, embed_dim)
        self.k_proj = nn.Linear(embed_dim, embed_dim)
        self.v_proj = nn.Linear(embed_dim, embed_dim)
        self.o_proj = nn.Linear(embed_dim, embed_dim)
        self.drop = nn.Dropout(p)
        self.register_buffer("tril", torch.tril(torch.ones(max_len, max_len)))

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        B, T, C = hidden.size()
        q = self.q_proj(hidden).reshape(B, T, self.h, self.dk).permute(0, 2, 1, 3)
        k = self.k_proj(hidden).reshape(B, T, self.h, self.dk).permute(0, 2, 1, 3)
        v = self.v_proj(hidden).reshape(B, T, self.h, self.dk).permute(0, 2, 1, 3)

        att = torch.matmul(q, k.permute(0, 1, 3, 2)) / math.sqrt(self.dk)
        att = att.masked_fill(self.tril[:T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        att = self.drop(att)

        y = torch.matmul(att, v)
        y = y.permute(0, 2, 1, 3).reshape(B, T, C)
        return self.o_proj(y)


if __name__ == "__main__":
    torch.manual_seed(0)
    layer = SelfAttn(8, 2, 16)
    layer.eval()
    with torch.no_grad():
        print(layer(torch.randn(2, 4, 8)).shape)
