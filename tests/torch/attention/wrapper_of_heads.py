import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.q = nn.Linear(d_in, d_out)
        self.k = nn.Linear(d_in, d_out)
        self.v = nn.Linear(d_in, d_out)

    def forward(self, x):
        scores = self.q(x) @ self.k(x).mT
        return scores.softmax(-1) @ self.v(x)


class Heads(nn.Module):
    def __init__(self, n, d_in, d_out):
        super().__init__()
        self.heads = nn.ModuleList([Head(d_in, d_out) for _ in range(n)])

    def forward(self, x):
        return torch.cat([h(x) for h in self.heads], dim=-1)


torch.manual_seed(1)
m = Heads(2, 3, 2)
print(m)  # expect: Heads(
# expect:   (heads): ModuleList(
# expect:     (0): Head(
# expect:       (q): Linear(in_features=3, out_features=2, bias=True)
# expect:       (k): Linear(in_features=3, out_features=2, bias=True)
# expect:       (v): Linear(in_features=3, out_features=2, bias=True)
# expect:     )
# expect:     (1): Head(
# expect:       (q): Linear(in_features=3, out_features=2, bias=True)
# expect:       (k): Linear(in_features=3, out_features=2, bias=True)
# expect:       (v): Linear(in_features=3, out_features=2, bias=True)
# expect:     )
# expect:   )
# expect: )
print(m(torch.rand(1, 4, 3)))  # expect: tensor([[[ 0.1310, -0.4587, -0.0695,  0.0642],
# expect:          [ 0.1306, -0.4586, -0.0689,  0.0632],
# expect:          [ 0.1310, -0.4584, -0.0701,  0.0641],
# expect:          [ 0.1303, -0.4583, -0.0691,  0.0626]]], grad_fn=<CatBackward0>)
print(sum(p.numel() for p in m.parameters()))  # expect: 48
