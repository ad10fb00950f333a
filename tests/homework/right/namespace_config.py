import argparse
import math
from types import SimpleNamespace

import torch
import torch.nn as nn

args = SimpleNamespace(embed_dim=16, heads=4, max_seq_len=32, dropout=0.0)


class CausalMHA(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.d_k = args.embed_dim // args.heads
        self.Q = nn.Linear(args.embed_dim, args.embed_dim)
        self.K = nn.Linear(args.embed_dim, args.embed_dim)
        self.V = nn.Linear(args.embed_dim, args.embed_dim)
        self.out = nn.Linear(args.embed_dim, args.embed_dim)
        self.dropout = nn.Dropout(args.dropout)
        self.register_buffer("mask", 1 - torch.tril(torch.ones(args.max_seq_len, args.max_seq_len)))

    def forward(self, x):
        bs, seq, dim = x.size()
        h = self.args.heads
        q = self.Q(x).view(bs, seq, h, self.d_k).transpose(1, 2)
        k = self.K(x).view(bs, seq, h, self.d_k).transpose(1, 2)
        v = self.V(x).view(bs, seq, h, self.d_k).transpose(1, 2)
        scores = torch.matmul(q, k.transpose(-1, -2)).div_(math.sqrt(self.d_k))
        scores = scores + self.mask[:seq, :seq] * -1e9
        attn = self.dropout(torch.softmax(scores, dim=-1))
        out = torch.cat(torch.unbind(attn @ v, dim=1), dim=-1)
        return self.out(out)


model = CausalMHA(args)
print(sum(p.numel() for p in model.parameters()))
