import torch
from torch import nn

f = torch.tensor([1.0, 2.0], requires_grad=True)
d = torch.tensor([3.0, 4.0], dtype=torch.float64, requires_grad=True)
out = f * d
print(out)  # expect: tensor([3., 8.], dtype=torch.float64, grad_fn=<MulBackward0>)
out.sum().backward()
print(f.grad, d.grad)  # expect: tensor([3., 4.]) tensor([1., 2.], dtype=torch.float64)
f.grad = None
(f.double() ** 2).sum().backward()
print(f.grad, f.grad.dtype)  # expect: tensor([2., 4.]) torch.float32
f.grad = None
(f * torch.tensor([1, 2])).sum().backward()
print(f.grad)  # expect: tensor([1., 2.])
f.grad = None
(f * torch.tensor([True, False])).sum().backward()
print(f.grad)  # expect: tensor([1., 0.])
h = torch.tensor([1.0, 2.0], dtype=torch.float16, requires_grad=True)
(h.float() * f.detach()).sum().backward()
print(h.grad)  # expect: tensor([1., 2.], dtype=torch.float16)
b = torch.tensor([1.0, 3.0], dtype=torch.bfloat16, requires_grad=True)
(b * 2 + 1).sum().backward()
print(b.grad, (b * 2).sum())  # expect: tensor([2., 2.], dtype=torch.bfloat16) tensor(8., dtype=torch.bfloat16, grad_fn=<SumBackward0>)
f.grad = None
(f.half() * 3).float().sum().backward()
print(f.grad)  # expect: tensor([3., 3.])

torch.manual_seed(0)
layer = nn.Linear(3, 2).double()
x = torch.ones(1, 3, dtype=torch.float64)
layer(x).sum().backward()
print(layer.weight.grad, layer.bias.grad.dtype)  # expect: tensor([[1., 1., 1.],
# expect:         [1., 1., 1.]], dtype=torch.float64) torch.float64
torch.set_default_dtype(torch.float64)
g = torch.ones(2, requires_grad=True)
(g / 3).sum().backward()
print(g.grad, torch.tensor([1.0]).dtype, nn.Linear(1, 1).weight.dtype)  # expect: tensor([0.3333, 0.3333]) torch.float64 torch.float64
torch.set_default_dtype(torch.float32)
f @ d  # expect RuntimeError: dot : expected both vectors to have same dtype, but found Float and Double
