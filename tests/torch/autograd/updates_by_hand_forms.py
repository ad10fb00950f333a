# The ways in which people write an update of a parameter.
import torch
from torch import nn

lr = 0.5


def fresh():
    torch.manual_seed(0)
    layer = nn.Linear(2, 1)
    layer.weight.data = torch.tensor([[1.0, 2.0]])
    layer.bias.data.zero_()
    (layer(torch.tensor([[1.0, -1.0]])) ** 2).sum().backward()
    return layer


a = fresh()
with torch.no_grad():
    for p in a.parameters():
        p -= lr * p.grad
print(a.weight, a.bias)  # expect: Parameter containing:
# expect: tensor([[2., 1.]], requires_grad=True) Parameter containing:
# expect: tensor([1.], requires_grad=True)
b = fresh()
for p in b.parameters():
    p.data -= lr * p.grad
    p.grad.zero_()
print(b.weight, b.weight.grad)  # expect: Parameter containing:
# expect: tensor([[2., 1.]], requires_grad=True) tensor([[0., 0.]])
c = fresh()
with torch.no_grad():
    for p in c.parameters():
        p.add_(p.grad, alpha=-lr)
        p.grad = None
print(c.weight, c.bias.grad)  # expect: Parameter containing:
# expect: tensor([[2., 1.]], requires_grad=True) None
d = fresh()
with torch.no_grad():
    for p in d.parameters():
        p.copy_(p - lr * p.grad)
print(d.weight, d.weight.is_leaf)  # expect: Parameter containing:
# expect: tensor([[2., 1.]], requires_grad=True) True
e = fresh()
e.weight.data = e.weight.data - lr * e.weight.grad.data
e.weight.grad.data.zero_()
e.bias.data.sub_(lr * e.bias.grad)
print(e.weight, e.weight.grad, e.bias)  # expect: Parameter containing:
# expect: tensor([[2., 1.]], requires_grad=True) tensor([[0., 0.]]) Parameter containing:
# expect: tensor([1.], requires_grad=True)
f = fresh()
f.weight = nn.Parameter(f.weight - lr * f.weight.grad)
print(f.weight, f.weight.grad)  # expect: Parameter containing:
# expect: tensor([[2., 1.]], requires_grad=True) None
g = fresh()
for p in g.parameters():
    p = p - lr * p.grad  # changes nothing but a name
print(g.weight)  # expect: Parameter containing:
# expect: tensor([[1., 2.]], requires_grad=True)
i = fresh()
with torch.no_grad():
    i.weight[0, 0] = 0.0
    i.weight[:, 1] += 1
    i.bias.fill_(3)
    nn.init.zeros_(i.weight)
print(i.weight, i.bias, i.weight.requires_grad)  # expect: Parameter containing:
# expect: tensor([[0., 0.]], requires_grad=True) Parameter containing:
# expect: tensor([3.], requires_grad=True) True
j = fresh()
for p in j.parameters():
    p -= lr * p.grad  # expect RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
