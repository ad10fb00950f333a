import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)).double()
x = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
slopes, = torch.autograd.grad(net(x).sum(), x, create_graph=True)
((slopes.norm(dim=1) - 1) ** 2).mean().backward()  # a penalty on the gradient
print([None if p.grad is None else p.grad.shape for p in net.parameters()])
print(net[0].bias.grad, net[2].weight.grad)
v = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
first, = torch.autograd.grad(v.relu().sum(), v, create_graph=True)
print(first.detach(), first.requires_grad, torch.autograd.grad(first.sum(), v))
parts = [torch.randn(1, 2, dtype=torch.float64, requires_grad=True) for _ in range(2)]
for f in (lambda t: t.chunk(2)[0], lambda t: t.unbind(0)[0], lambda t: t.split(1)[0]):
    first, = torch.autograd.grad((f(parts[0]) ** 3).sum(), parts[0], create_graph=True)
    print(torch.allclose(torch.autograd.grad(first.sum(), parts[0])[0], 6 * parts[0]))
y = x.clone()
y[:, 0].exp_()
y.t()[1].mul_(2)
first, = torch.autograd.grad((y ** 2).sum(), x, create_graph=True)
second, = torch.autograd.grad(first.sum(), x)
expected = torch.stack([4 * (2 * x[:, 0]).exp(), torch.full((5,), 8.0).double(), torch.full((5,), 2.0).double()], 1)
# expect: [torch.Size([4, 3]), torch.Size([4]), torch.Size([1, 4]), None]
# expect: tensor([0., 0., 0., 0.], dtype=torch.float64) tensor([[-0.0544,  0.0000,  0.5214,  0.0176]], dtype=torch.float64)
# expect: tensor([1., 0., 1.]) True (tensor([0., 0., 0.]),)
# expect: True
# expect: True
# expect: True
print(torch.allclose(second, expected))  # expect RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.DoubleTensor [5]], which is output 0 of ExpBackward0, is at version 2; expected version 1 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).
