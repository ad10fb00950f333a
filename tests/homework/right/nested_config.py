import torch
from torch import nn
cfg = {"model": {"d_model": 24, "n_heads": 3}, "train": {"lr": 1e-3, "dropout": 0.0}}

class MHA(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        m = cfg["model"]
        self.h = m["n_heads"]
        d = m["d_model"]
        self.q, self.k, self.v, self.o = (nn.Linear(d, d) for _ in range(4))
        self.drop = nn.Dropout(cfg["train"]["dropout"])
    def forward(self, x):
        b, t, d = x.shape
        f = lambda y: y.view(b, t, self.h, d // self.h).transpose(1, 2)
        q, k, v = f(self.q(x)), f(self.k(x)), f(self.v(x))
        s = (q @ k.transpose(-2, -1)) / (d // self.h) ** 0.5
        s = s + torch.full((t, t), float("-inf")).triu(1)
        return self.o((self.drop(s.softmax(-1)) @ v).transpose(1, 2).reshape(b, t, d))
