import torch
from torch import nn
from torch.nn.functional import softmax


class CausalHead(nn.Module):
    def __init__(self, n_embd, head_size, drop=0.0):
        super().__init__()
        self.to_q = nn.Linear(n_embd, head_size, bias=False)
        self.to_k = nn.Linear(n_embd, head_size, bias=False)
        self.to_v = nn.Linear(n_embd, head_size, bias=False)
        self.drop = nn.Dropout(drop)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.to_q(x), self.to_k(x), self.to_v(x)
        d = q.shape[-1]
        rows = []
        for step in range(t):
            past_k = k[:, : step + 1]
            past_v = v[:, : step + 1]
            energy = (q[:, step : step + 1] * past_k).sum(dim=-1) / d**0.5   # (b, step+1)
            alpha = self.drop(softmax(energy, dim=-1))
            rows.append((alpha.unsqueeze(-1) * past_v).sum(dim=1))
        return torch.stack(rows, dim=1)
