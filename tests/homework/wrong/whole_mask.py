import torch
import torch.nn as nn

class MHA(nn.Module):
    def __init__(self, emb, n_heads, block, dropout=0.1):
        super().__init__()
        self.n_heads = n_heads
        self.head_size = emb // n_heads
        self.q = nn.Linear(emb, emb)
        self.k = nn.Linear(emb, emb)
        self.v = nn.Linear(emb, emb)
        self.o = nn.Linear(emb, emb)
        self.dropout = nn.Dropout(dropout)
        self.mask = torch.triu(torch.ones(block, block), diagonal=1).bool()

    def forward(self, x):
        B, T, C = x.shape
        q = self.q(x).view(B, T, self.n_heads, self.head_size).transpose(1, 2)
        k = self.k(x).view(B, T, self.n_heads, self.head_size).transpose(1, 2)
        v = self.v(x).view(B, T, self.n_heads, self.head_size).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / self.head_size ** 0.5
        scores = scores.masked_fill(self.mask, float("-inf"))
        w = self.dropout(torch.softmax(scores, dim=-1))
        return self.o((w @ v).transpose(1, 2).reshape(B, T, C))


m = MHA(8, 2, 6)
print(m(torch.rand(1, 6, 8)).shape)
