import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([-2.0, -0.5, 0.0, 0.5, 2.0], requires_grad=True)


def grad(f):
    return torch.autograd.grad(f(x).sum(), x)[0]


print(grad(F.relu))  # expect: tensor([0., 0., 0., 1., 1.])
print(grad(F.gelu))  # expect: tensor([-0.0852,  0.1325,  0.5000,  0.8675,  1.0852])
print(grad(lambda t: F.gelu(t, approximate="tanh")))  # expect: tensor([-0.0861,  0.1326,  0.5000,  0.8674,  1.0861])
print(grad(nn.GELU("tanh")))  # expect: tensor([-0.0861,  0.1326,  0.5000,  0.8674,  1.0861])
print(grad(lambda t: 0.5 * t * (1 + torch.erf(t / 2 ** 0.5))))  # expect: tensor([-0.0852,  0.1325,  0.5000,  0.8675,  1.0852])
print(grad(lambda t: 0.5 * t * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (t + 0.044715 * t ** 3)))))  # expect: tensor([-0.0861,  0.1326,  0.5000,  0.8674,  1.0861])
print(grad(lambda t: t * torch.sigmoid(1.702 * t)))  # expect: tensor([-0.0738,  0.1208,  0.5000,  0.8792,  1.0738])
print(grad(F.silu))  # expect: tensor([-0.0908,  0.2600,  0.5000,  0.7400,  1.0908])
print(grad(torch.tanh))  # expect: tensor([0.0707, 0.7864, 1.0000, 0.7864, 0.0707])
print(grad(torch.sigmoid))  # expect: tensor([0.1050, 0.2350, 0.2500, 0.2350, 0.1050])
print(grad(lambda t: F.leaky_relu(t, 0.1)))  # expect: tensor([0.1000, 0.1000, 0.1000, 1.0000, 1.0000])
print(grad(F.elu))  # expect: tensor([0.1353, 0.6065, 1.0000, 1.0000, 1.0000])
print(grad(F.softplus))  # expect: tensor([0.1192, 0.3775, 0.5000, 0.6225, 0.8808])
print(grad(lambda t: t.clamp(min=0)))  # expect: tensor([0., 0., 1., 1., 1.])
print(grad(lambda t: torch.maximum(t, torch.zeros(5))))  # expect: tensor([0.0000, 0.0000, 0.5000, 1.0000, 1.0000])
print(grad(lambda t: t * (t > 0)))  # expect: tensor([0., 0., 0., 1., 1.])
print(grad(lambda t: (torch.relu(t) ** 2)))  # expect: tensor([0., 0., 0., 1., 4.])
gate = torch.cat([x, x.flip(0) * 1])[None]
print(torch.autograd.grad(F.glu(gate).sum(), x)[0])  # expect: tensor([ 1.0908,  0.7400,  0.5000,  0.2600, -0.0908])
