import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
layer(torch.arange(6.0).view(2, 3)).sum().backward()
g = layer.weight.grad
print(g, g.is_leaf, g.requires_grad, g.grad_fn)  # expect: tensor([[3., 5., 7.],
# expect:         [3., 5., 7.]]) True False None
print(g.T.shape, g[0].norm(), g.mean(dim=1), (g > 4).sum())  # expect: torch.Size([3, 2]) tensor(9.1104) tensor([5., 5.]) tensor(4)
g *= 0.5  # in place: the layer's gradient itself
print(layer.weight.grad)  # expect: tensor([[1.5000, 2.5000, 3.5000],
# expect:         [1.5000, 2.5000, 3.5000]])
layer.weight.grad[0] = 0.0
print(g)  # expect: tensor([[0.0000, 0.0000, 0.0000],
# expect:         [1.5000, 2.5000, 3.5000]])
layer.weight.grad.mul_(2).add_(1)
print(g)  # expect: tensor([[1., 1., 1.],
# expect:         [4., 6., 8.]])
copy = layer.weight.grad.clone()
layer(torch.ones(1, 3)).sum().backward()
print(copy, g)  # expect: tensor([[1., 1., 1.],
# expect:         [4., 6., 8.]]) tensor([[2., 2., 2.],
# expect:         [5., 7., 9.]])
print(layer.weight.grad.data.abs().max(), layer.bias.grad.tolist())  # expect: tensor(9.) [3.0, 3.0]
for p in layer.parameters():
    if p.grad is not None:
        p.grad.detach_()
        p.grad.zero_()
print([p.grad.sum().item() for p in layer.parameters()])  # expect: [0.0, 0.0]
layer.weight.grad = torch.ones_like(layer.weight)
print(layer.weight.grad, layer.weight.grad.requires_grad)  # expect: tensor([[1., 1., 1.],
# expect:         [1., 1., 1.]]) False
layer.weight.grad = None
(layer.weight * 2).sum().backward()
total = torch.cat([p.grad.flatten() for p in layer.parameters()])
print(total, total.norm())  # expect: tensor([2., 2., 2., 2., 2., 2., 0., 0.]) tensor(4.8990)
x = torch.ones(2, requires_grad=True)
y = x * 2
print(y.grad, x.grad)  # expect: None None
y.sum().backward()
print(torch.dot(x.grad, x.detach()), torch.equal(x.grad, torch.full((2,), 2.0)))  # expect: tensor(4.) True
