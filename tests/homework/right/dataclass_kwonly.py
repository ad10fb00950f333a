from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import nn
from torch.nn import functional as F


@dataclass(frozen=True)
class AttentionConfig:
    hidden_size: int = 16
    num_attention_heads: int = 4
    max_position_embeddings: int = 32
    attention_probs_dropout_prob: float = 0.0
    use_bias: bool = False

    @property
    def head_dim(self) -> int:
        return self.hidden_size // self.num_attention_heads


class CausalAttention(nn.Module):
    def __init__(self, *, cfg: AttentionConfig):
        super().__init__()
        self.cfg = cfg
        width = cfg.num_attention_heads * cfg.head_dim
        self.wqkv = nn.Linear(cfg.hidden_size, 3 * width, bias=cfg.use_bias)
        self.wo = nn.Linear(width, cfg.hidden_size, bias=cfg.use_bias)
        self.drop = nn.Dropout(cfg.attention_probs_dropout_prob)
        n = cfg.max_position_embeddings
        self.register_buffer("blocked", torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        B, T, _ = x.shape
        h, d = self.cfg.num_attention_heads, self.cfg.head_dim
        q, k, v = self.wqkv(x).split(h * d, dim=-1)
        q, k, v = (t.unflatten(-1, (h, d)).transpose(1, 2) for t in (q, k, v))
        scores = q @ k.transpose(-1, -2) * d ** -0.5
        scores = scores.masked_fill(self.blocked[:T, :T], torch.finfo(scores.dtype).min)
        att = self.drop(F.softmax(scores, dim=-1))
        return self.wo((att @ v).transpose(1, 2).flatten(-2))
