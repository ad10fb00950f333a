import math
import torch
from torch import nn


class MultiHeadCrossAttention(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.0):
        super().__init__()
        self.num_heads = num_heads
        self.d_k = d_model // num_heads
        self.wq = nn.Linear(d_model, d_model)
        self.wk = nn.Linear(d_model, d_model)
        self.wv = nn.Linear(d_model, d_model)
        self.dense = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def split_heads(self, t):
        return t.view(t.size(0), t.size(1), self.num_heads, self.d_k).transpose(1, 2)

    def forward(self, x, context):
        q = self.split_heads(self.wq(x))
        k = self.split_heads(self.wk(context))
        v = self.split_heads(self.wv(context))
        attn = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.d_k)
        attn = torch.softmax(attn, dim=-1)
        attn = self.dropout(attn)
        out = torch.matmul(attn, v).transpose(1, 2)
        out = out.contiguous().view(x.size(0), x.size(1), self.num_heads * self.d_k)
        return self.dense(out)
