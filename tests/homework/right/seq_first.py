import torch
import torch.nn as nn


class SequenceFirstAttention(nn.Module):
    """Works on (seq, batch, d) inside, as old PyTorch code does."""

    def __init__(self, d_model, nhead, dropout=0.0, batch_first=True):
        super().__init__()
        self.nhead = nhead
        self.batch_first = batch_first
        self.q = nn.Linear(d_model, d_model)
        self.k = nn.Linear(d_model, d_model)
        self.v = nn.Linear(d_model, d_model)
        self.o = nn.Linear(d_model, d_model)
        self.drop = nn.Dropout(dropout)

    def forward(self, src):
        if self.batch_first:
            src = src.transpose(0, 1)
        L, N, E = src.shape
        hd = E // self.nhead
        q = self.q(src).contiguous().view(L, N * self.nhead, hd).transpose(0, 1)
        k = self.k(src).contiguous().view(L, N * self.nhead, hd).transpose(0, 1)
        v = self.v(src).contiguous().view(L, N * self.nhead, hd).transpose(0, 1)
        w = torch.bmm(q / hd ** 0.5, k.transpose(1, 2))
        w = w + torch.triu(torch.full((L, L), float("-inf")), diagonal=1)
        w = self.drop(torch.softmax(w, dim=-1))
        out = torch.bmm(w, v).transpose(0, 1).contiguous().view(L, N, E)
        out = self.o(out)
        return out.transpose(0, 1) if self.batch_first else out
