import torch
from torch import nn


class Causal(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("mask", torch.tril(torch.ones(size, size)))
        self.register_buffer("seen", torch.zeros(size), persistent=False)
        self.plain = torch.ones(size)
        self.bias = nn.Parameter(torch.zeros(size), requires_grad=False)

    def forward(self, x):
        self.seen += x.detach().sum(0)
        return (x @ self.mask + self.bias) * self.scale


layer = Causal(3)
out = layer(torch.ones(2, 3))
out.sum().backward()
print(layer.scale.grad, layer.mask.grad, layer.bias.grad, layer.mask.requires_grad)  # expect: tensor(12.) None None False
print([n for n, _ in layer.named_parameters()], [n for n, _ in layer.named_buffers()])  # expect: ['scale', 'bias'] ['mask', 'seen']
print(list(layer.state_dict()), layer.seen)  # expect: ['scale', 'bias', 'mask'] tensor([2., 2., 2.])
layer.requires_grad_(True)
print(layer.bias.requires_grad, layer.mask.requires_grad, layer.plain.requires_grad)  # expect: True False False
layer.double()
print(layer.mask.dtype, layer.scale.dtype, layer.plain.dtype)  # expect: torch.float64 torch.float64 torch.float32

# A running value that is not detached keeps the graph alive.
layer = Causal(2)
layer.seen = layer.seen + layer.scale
print(layer.seen)  # expect: tensor([2., 2.], grad_fn=<AddBackward0>)
layer.seen = layer.seen.detach()
print(layer.seen.requires_grad)  # expect: False
layer.mask = torch.ones(2, 2)
print("mask" in dict(layer.named_buffers()))  # expect: True
layer.scale = nn.Parameter(torch.tensor(5.0))
print(layer.scale, len(list(layer.parameters())))  # expect: Parameter containing:
# expect: tensor(5., requires_grad=True) 2
layer.scale = torch.tensor(1.0)  # expect TypeError: cannot assign 'torch.FloatTensor' as parameter 'scale' (torch.nn.Parameter or None expected)
