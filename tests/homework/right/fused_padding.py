import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class QKVAttention(nn.Module):
    def __init__(self, d_model, h, dropout=0.0):
        super().__init__()
        self.d_model, self.h = d_model, h
        self.to_qkv = nn.Linear(d_model, d_model * 3, bias=False)
        self.drop = nn.Dropout(dropout)
        self.to_out = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        B, T, C = x.shape
        D = C // self.h
        q, k, v = self.to_qkv(x).split(self.d_model, dim=-1)
        q = q.view(B, T, self.h, D).transpose(1, 2)
        k = k.view(B, T, self.h, D).transpose(1, 2)
        v = v.view(B, T, self.h, D).transpose(1, 2)
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(D)
        if mask is not None:
            # mask: (B, T), 1 for a real token, 0 for padding
            scores = scores.masked_fill(mask.unsqueeze(1).unsqueeze(2) == 0, float("-inf"))
        w = self.drop(F.softmax(scores, dim=-1))
        out = (w @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.to_out(out)
