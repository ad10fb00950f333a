# Gradients of what newer models use: RMSNorm, rotary positions, grouped heads, SwiGLU.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
B, T, H, G, D = 1, 3, 4, 2, 4


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps, self.weight = eps, nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class SwiGLU(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1, self.w2, self.w3 = nn.Linear(dim, hidden, bias=False), nn.Linear(hidden, dim, bias=False), nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


def rotate(x):
    T, D = x.shape[-2:]
    angle = torch.arange(T)[:, None] / 10000 ** (torch.arange(0, D, 2) / D)
    cos, sin = angle.cos(), angle.sin()
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)


norm, ff = RMSNorm(H * D), SwiGLU(H * D, 8)
wq, wk, wv = nn.Linear(H * D, H * D, bias=False), nn.Linear(H * D, G * D, bias=False), nn.Linear(H * D, G * D, bias=False)
x = torch.randn(B, T, H * D, requires_grad=True)
h = norm(x)
q = rotate(wq(h).view(B, T, H, D).transpose(1, 2))
k = rotate(wk(h).view(B, T, G, D).transpose(1, 2)).repeat_interleave(H // G, dim=1)
v = wv(h).view(B, T, G, D).transpose(1, 2)[:, :, None].expand(-1, -1, H // G, -1, -1).flatten(1, 2)
slopes = torch.tensor([2.0 ** -(i + 1) for i in range(H)]).view(H, 1, 1)
distance = torch.arange(T)[None, :] - torch.arange(T)[:, None]
scores = q @ k.mT / D ** 0.5 + slopes * distance
scores = 5 * torch.tanh(scores / 5)
scores = scores.masked_fill(distance > 0, float("-inf"))
out = x + (scores.softmax(-1) @ v).transpose(1, 2).reshape(B, T, H * D)
out = out + ff(norm(out))
print(out[0, :, 0])  # expect: tensor([ 1.6444,  0.1951, -0.6110], grad_fn=<SelectBackward0>)
out.pow(2).mean().backward()
print(x.grad[0, :, :3])  # expect: tensor([[ 0.1514, -0.0629,  0.0720],
# expect:         [ 0.0429, -0.0413,  0.0259],
# expect:         [-0.0429,  0.0162, -0.0392]])
print({n: round(p.grad.norm().item(), 6) for n, p in [*ff.named_parameters(), *norm.named_parameters()]})  # expect: {'w1.weight': 0.209407, 'w2.weight': 0.125166, 'w3.weight': 0.12523, 'weight': 0.218943}
print(wk.weight.grad[0, :4], wv.weight.grad[7, :4], wq.weight.grad[15, :4])  # expect: tensor([-0.0027,  0.0249, -0.0097,  0.0182]) tensor([0.0222, 0.0430, 0.0199, 0.0552]) tensor([-0.0009,  0.0014, -0.0029,  0.0028])
