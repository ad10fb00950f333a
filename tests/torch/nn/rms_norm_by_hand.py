import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.eps, self.weight = eps, nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


torch.manual_seed(9)
x = torch.randn(2, 5)
print(RMSNorm(5)(x))  # expect: tensor([[ 0.0424,  1.8116, -0.2190,  0.3279,  1.2493],
# expect:         [ 0.5686,  0.5908,  0.4569,  1.1495,  1.6726]], grad_fn=<MulBackward0>)
print(RMSNorm(5)(x).pow(2).mean(-1))  # expect: tensor([1.0000, 1.0000], grad_fn=<MeanBackward1>)
print(RMSNorm(5))  # expect: RMSNorm()
