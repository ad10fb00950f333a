import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim: int, n_heads: int, dropout: float = 0.0):
        super().__init__()
        assert dim % n_heads == 0, f"{dim} is not a multiple of {n_heads}"
        self.n_heads = n_heads
        self.head_dim = dim // n_heads
        self.wq = nn.Linear(dim, dim, bias=False)
        self.wk = nn.Linear(dim, dim, bias=False)
        self.wv = nn.Linear(dim, dim, bias=False)
        self.wo = nn.Linear(dim, dim, bias=False)
        self.dropout = dropout
        self._mask_cache = {}

    def _causal(self, T, device):
        # build once for every length
        if T not in self._mask_cache:
            mask = torch.full((T, T), float("-inf"), device=device)
            self._mask_cache[T] = torch.triu(mask, diagonal=1)
        return self._mask_cache[T]

    def forward(self, x):
        bsz, seqlen, dim = x.shape
        # both sides by the fourth root: safer in half precision
        scale = self.head_dim ** -0.25
        xq = self.wq(x).view(bsz, seqlen, self.n_heads, self.head_dim).transpose(1, 2) * scale
        xk = self.wk(x).view(bsz, seqlen, self.n_heads, self.head_dim).transpose(1, 2) * scale
        xv = self.wv(x).view(bsz, seqlen, self.n_heads, self.head_dim).transpose(1, 2)
        scores = torch.matmul(xq, xk.transpose(2, 3))
        scores = scores + self._causal(seqlen, x.device)
        scores = F.softmax(scores.float(), dim=-1).type_as(xq)
        scores = F.dropout(scores, self.dropout, self.training)
        output = torch.matmul(scores, xv)
        output = output.transpose(1, 2).contiguous().view(bsz, seqlen, -1)
        return self.wo(output)
