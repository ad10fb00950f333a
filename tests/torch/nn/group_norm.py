import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 4, 3, requires_grad=True)
norm = nn.GroupNorm(2, 4)
print(norm, [tuple(p.shape) for p in norm.parameters()])  # expect: GroupNorm(2, 4, eps=1e-05, affine=True) [(4,), (4,)]
y = norm(x)
print(y)  # expect: tensor([[[-1.1306, -1.1643, -0.0173],
# expect:          [-0.2504,  1.3809,  1.1816],
# expect:          [-0.2300, -1.9024,  0.4988],
# expect:          [-0.0829,  1.4056,  0.3110]],
# expect:
# expect:         [[-0.6015,  0.6903, -1.1670],
# expect:          [-1.1089,  0.7951,  1.3921],
# expect:          [ 1.6271,  0.1530,  0.5794],
# expect:          [-0.1994, -0.5229, -1.6372]]], grad_fn=<NativeGroupNormBackward0>)
print(y.view(2, 2, 6).mean(-1).abs().max() < 1e-6)  # expect: tensor(True)
(y * torch.arange(12.0).view(4, 3)).sum().backward()
print(x.grad)  # expect: tensor([[[-0.9074,  0.4323, -0.6012],
# expect:          [ 1.1393, -0.8678,  0.8048],
# expect:          [-2.1091,  0.3810, -0.9302],
# expect:          [ 0.5421,  0.0826,  2.0335]],
# expect:
# expect:         [[-3.6160, -3.8223,  0.9226],
# expect:          [ 2.6559,  1.4869,  2.3729],
# expect:          [ 0.0707, -0.9489,  0.3199],
# expect:          [ 0.1376,  0.5035, -0.0828]]])
print(norm.weight.grad, norm.bias.grad)  # expect: tensor([-2.8426, 17.4945,  4.7619, -8.3022]) tensor([ 6., 24., 42., 60.])
print(F.group_norm(x, 4).shape, nn.GroupNorm(1, 4, affine=False)(x.detach()).std(unbiased=False))  # expect: torch.Size([2, 4, 3]) tensor(1.0000)
print(nn.GroupNorm(4, 8, eps=1e-6)(torch.ones(1, 8, 2, 2)).sum())  # expect: tensor(0., grad_fn=<SumBackward0>)
nn.GroupNorm(3, 4)  # expect ValueError: num_channels must be divisible by num_groups
