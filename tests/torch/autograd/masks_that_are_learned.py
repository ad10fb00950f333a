import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
T = 4
bias = nn.Parameter(torch.zeros(T, T))
scores = torch.arange(16.0).view(T, T) / 10
causal = torch.tril(torch.ones(T, T, dtype=torch.bool))
weights = F.softmax((scores + bias).masked_fill(~causal, float("-inf")), dim=-1)
entropy = -(weights * torch.log(weights.clamp_min(1e-9))).sum(-1)
print(entropy)  # expect: tensor([-0.0000, 0.6919, 1.0953, 1.3801], grad_fn=<NegBackward0>)
entropy.sum().backward()
print(bias.grad)  # expect: tensor([[ 0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 0.0249, -0.0249,  0.0000,  0.0000],
# expect:         [ 0.0321,  0.0022, -0.0343,  0.0000],
# expect:         [ 0.0347,  0.0148, -0.0098, -0.0397]])
gates = nn.Parameter(torch.zeros(2))
heads = torch.ones(1, 2, 3, 2) * torch.tensor([1.0, 2.0]).view(1, 2, 1, 1)
(heads * torch.sigmoid(gates).view(1, -1, 1, 1)).sum().backward()
print(gates.grad)  # expect: tensor([1.5000, 3.0000])
window = causal & (torch.arange(T)[:, None] - torch.arange(T)[None, :] < 2)
bias.grad = None
F.softmax((scores + bias).masked_fill(window.logical_not(), -1e4), dim=-1)[:, 0].sum().backward()
print(bias.grad)  # expect: tensor([[ 0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 0.2494, -0.2494,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000,  0.0000]])
slope = nn.Parameter(torch.tensor([0.5, 0.25]))
distance = (torch.arange(T)[:, None] - torch.arange(T)).clamp(min=0)
alibi = -slope.view(2, 1, 1) * distance
(alibi.masked_fill(~causal, float("-inf")).softmax(-1) * scores).sum().backward()
print(slope.grad)  # expect: tensor([0.1847, 0.2079])
keep = nn.Parameter(torch.ones(T))
(scores @ (keep * torch.ones(T))).log().sum().backward()
print(keep.grad)  # expect: tensor([0.6146, 0.8715, 1.1285, 1.3854])
lengths = torch.tensor([2, 4])
padding = torch.arange(T)[None, :] < lengths[:, None]
x = torch.ones(2, T, 2, requires_grad=True)
mean = (x * padding[..., None]).sum(1) / lengths[:, None]
mean.sum().backward()
print(x.grad[..., 0])  # expect: tensor([[0.5000, 0.5000, 0.0000, 0.0000],
# expect:         [0.2500, 0.2500, 0.2500, 0.2500]])
x.grad = None
x.masked_fill(~padding[..., None], float("-inf")).max(dim=1).values.sum().backward()
print(x.grad[..., 0])  # expect: tensor([[1., 0., 0., 0.],
# expect:         [1., 0., 0., 0.]])
