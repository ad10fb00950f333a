import torch, torch.nn as nn
class Att(nn.Module):
    def __init__(self, dim, zeta):
        super().__init__()
        if dim not in (16, 32): raise ValueError("unsupported width")
        self.z = zeta
        self.q = nn.Linear(dim, dim); self.k = nn.Linear(dim, dim); self.v = nn.Linear(dim, dim)
        self.o = nn.Linear(dim, dim)
    def forward(self, x):
        b, t, d = x.shape
        f = lambda m: m(x).reshape(b, t, self.z, d // self.z).permute(0, 2, 1, 3)
        q, k, v = f(self.q), f(self.k), f(self.v)
        w = (q @ k.mT / (d // self.z) ** 0.5).softmax(-1)
        return self.o((w @ v).permute(0, 2, 1, 3).reshape(b, t, d))

print(Att(16, 4)(torch.randn(2, 3, 16)).shape)
