import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, embed_dim, num_heads, dropout=0.1):
        super().__init__()
        assert embed_dim % num_heads == 0
        self.key = nn.Linear(embed_dim, embed_dim)
        self.query = nn.Linear(embed_dim, embed_dim)
        self.value = nn.Linear(embed_dim, embed_dim)
        self.proj = nn.Linear(embed_dim, embed_dim)
        self.attn_drop = nn.Dropout(dropout)
        self.n_head = num_heads
        self.emd_dim = embed_dim
        self.head_dim = self.emd_dim // self.n_head

    def forward(self, query, key, value, attn_mask=None):
        N, S, E = query.shape
        N, T, E = value.shape
        H, D = self.n_head, self.head_dim
        query = self.query(query).view(N, S, H, D).transpose(1, 2)
        key = self.key(key).view(N, T, H, D).transpose(1, 2)
        value = self.value(value).view(N, T, H, D).transpose(1, 2)
        score = torch.matmul(query, key.transpose(2, 3)) / math.sqrt(D)
        if attn_mask is not None:
            score.masked_fill(attn_mask == 0, float("-inf"))
        attn = self.attn_drop(F.softmax(score, dim=-1))
        output = torch.matmul(attn, value)
        output.transpose(1, 2)
        output = output.reshape(N, S, E)
        return self.proj(output)
