import torch
from torch import nn, Tensor
from typing import Optional


class CrossAttention(nn.Module):
    def __init__(self, d_model: int, nhead: int, kdim: Optional[int] = None, dropout: float = 0.0):
        super().__init__()
        kdim = kdim or d_model
        self.nhead = nhead
        self.q_proj = nn.Linear(d_model, d_model)
        self.kv_proj = nn.Linear(kdim, 2 * d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, tgt: Tensor, memory: Tensor, memory_key_padding_mask: Optional[Tensor] = None) -> Tensor:
        B, T, D = tgt.shape
        S = memory.size(1)
        hd = D // self.nhead
        q = self.q_proj(tgt).view(B, T, self.nhead, hd).transpose(1, 2)
        kv = self.kv_proj(memory).view(B, S, 2, self.nhead, hd).permute(2, 0, 3, 1, 4)
        k, v = kv[0], kv[1]
        s = q @ k.transpose(-2, -1) * hd ** -0.5
        if memory_key_padding_mask is not None:
            s = s.masked_fill(memory_key_padding_mask[:, None, None, :], float("-inf"))
        return self.out_proj((self.dropout(s.softmax(-1)) @ v).transpose(1, 2).flatten(2))
