# A gradient's gradient goes through every part of attention.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
x = torch.randn(3, 4, requires_grad=True)
w = torch.arange(1.0, 13.0).view(3, 4) / 10


def twice(f):
    first, = torch.autograd.grad((f(x) * w).sum(), x, create_graph=True)
    second, = torch.autograd.grad(first.pow(2).sum(), x)
    return second[0]


print(twice(lambda t: F.softmax(t, -1)))  # expect: tensor([-3.7422e-03, -1.1002e-03, -9.1501e-05,  4.9339e-03])
print(twice(lambda t: F.log_softmax(t, 0)))  # expect: tensor([ 0.6871,  0.8010, -0.1230,  0.4926])
print(twice(lambda t: F.layer_norm(t, (4,))))  # expect: tensor([-0.0132, -0.0007,  0.0120,  0.0019])
print(twice(F.gelu))  # expect: tensor([-0.0010,  0.0159,  0.0012,  0.1654])
print(twice(lambda t: F.gelu(t, approximate="tanh")))  # expect: tensor([-0.0010,  0.0159,  0.0012,  0.1652])
print(twice(torch.tanh), twice(torch.sigmoid), twice(F.silu))  # expect: tensor([-0.0010,  0.0385,  0.0009, -0.1781]) tensor([-0.0003,  0.0007,  0.0012, -0.0047]) tensor([ 0.0031,  0.0136, -0.0004,  0.1048])
print(twice(F.softplus), twice(F.elu))  # expect: tensor([0.0024, 0.0084, 0.0017, 0.0472]) tensor([0.0000, 0.0445, 0.0023, 0.0000])
print(twice(lambda t: t @ t.T @ t))  # expect: tensor([-59.0394, -83.4625, -75.9087, -21.2717])
print(twice(lambda t: t.masked_fill(torch.triu(torch.ones(3, 4), 1).bool(), float("-inf")).softmax(-1)))  # expect: tensor([0., 0., 0., 0.])
print(twice(lambda t: t / t.norm(dim=-1, keepdim=True)))  # expect: tensor([-0.0136,  0.0051,  0.0243, -0.0008])
print(twice(lambda t: (t - t.mean(-1, keepdim=True)) / t.std(-1, keepdim=True)))  # expect: tensor([-0.0099, -0.0005,  0.0090,  0.0014])
print(twice(lambda t: t.var(1, keepdim=True) * t))  # expect: tensor([ 1.7701, -0.7827, -3.3950, -0.5979])
print(twice(lambda t: t.cumsum(1) ** 3))  # expect: tensor([ -9.6334, -14.4129, -27.7576,  -9.6704])
print(twice(lambda t: t.prod(1, keepdim=True) * t))  # expect: tensor([ 0.4877, -1.7460, -1.5243,  0.8180])
print(twice(lambda t: F.cross_entropy(t, torch.tensor([0, 1, 2]), label_smoothing=0.1) * t))  # expect: tensor([-2.0969,  0.4146, -0.3069,  1.2009])
print(twice(lambda t: torch.logsumexp(t, 1, keepdim=True) * t))  # expect: tensor([0.8216, 0.1834, 0.1393, 0.3469])
print(twice(lambda t: torch.gather(t, 1, torch.tensor([[0, 0, 1, 2]] * 3)) ** 3))  # expect: tensor([ 11.8563,  -0.0819, -59.5756,   0.0000])
print(twice(lambda t: t.sort(dim=1)[0] ** 3))  # expect: tensor([21.0779, -0.0364, -3.7235,  0.5951])
print(twice(lambda t: t.amax(1, keepdim=True) * t))  # expect: tensor([ 0.8231, -0.0707, -0.1061, -0.1414])
print(twice(lambda t: F.embedding(torch.tensor([0, 2, 2]), t) ** 3))  # expect: tensor([  1.3174,  -0.0364, -33.5113,   1.0579])
print(twice(lambda t: torch.cat([t[:, 2:], t[:, :2]], 1) ** 3 + t.roll(1, 0) * t))  # expect: tensor([11.2193,  5.7396, -6.2554,  5.4441])
print(twice(lambda t: torch.einsum("ij,kj->ik", t, t) @ t))  # expect: tensor([-59.0394, -83.4625, -75.9087, -21.2717])
torch.manual_seed(1)
attention = nn.MultiheadAttention(4, 2, batch_first=True)
print(twice(lambda t: attention(t[None], t[None], t[None])[0][0]))  # expect: tensor([ 0.0408, -0.0086, -0.0279,  0.0201])
block = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.LayerNorm(6), nn.Linear(6, 4))
print(twice(block))  # expect: tensor([ 0.0013, -0.0081,  0.0495,  0.0333])
