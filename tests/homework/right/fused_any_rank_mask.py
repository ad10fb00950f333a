import math
from typing import Optional

import torch
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):
    """Attention with a caller's mask, 1 = may be seen.

    The mask may be (q, k), (batch, k) or (batch, heads, q, k).
    """

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0, bias: bool = True):
        super().__init__()
        assert d_model % n_heads == 0
        self.n_heads, self.d_head = n_heads, d_model // n_heads
        self.in_proj = nn.Linear(d_model, d_model * 3, bias=bias)
        self.out_proj = nn.Linear(d_model, d_model, bias=bias)
        self.dropout = nn.Dropout(dropout)

    @staticmethod
    def additive(mask: Tensor, batch: int, tokens: int) -> Tensor:
        if mask.dim() == 2 and mask.shape == (batch, tokens) and batch != tokens:
            mask = mask[:, None, None, :]
        return (1.0 - mask.float()) * -1e9

    def forward(self, x: Tensor, mask: Optional[Tensor] = None) -> Tensor:
        batch, tokens, _ = x.shape
        qkv = self.in_proj(x)
        q, k, v = (
            part.reshape(batch, tokens, self.n_heads, self.d_head).permute(0, 2, 1, 3)
            for part in torch.tensor_split(qkv, 3, dim=-1)
        )
        energy = torch.einsum("bhqd,bhkd->bhqk", q, k).div(math.sqrt(self.d_head))
        if mask is not None:
            energy = energy + self.additive(mask, batch, tokens)
        attention = self.dropout(torch.softmax(energy, dim=-1))
        context = torch.einsum("bhqk,bhkd->bqhd", attention, v)
        return self.out_proj(context.reshape(batch, tokens, -1))
