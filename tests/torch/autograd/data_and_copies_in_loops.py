import torch
from torch import nn

# History kept in lists: detach() and clone(), or all entries change.
w = torch.tensor([1.0], requires_grad=True)
same, views, copies, numbers, arrays = [], [], [], [], []
for step in range(3):
    loss = (w - 3).pow(2).sum()
    loss.backward()
    same.append(w)
    views.append(w.detach())
    copies.append(w.detach().clone())
    numbers.append(w.item())
    arrays.append(w.detach().numpy().copy())
    with torch.no_grad():
        w -= 0.25 * w.grad
    w.grad = None
print(same)  # expect: [tensor([2.7500], requires_grad=True), tensor([2.7500], requires_grad=True), tensor([2.7500], requires_grad=True)]
print(views, copies)  # expect: [tensor([2.7500]), tensor([2.7500]), tensor([2.7500])] [tensor([1.]), tensor([2.]), tensor([2.5000])]
print(numbers, arrays)  # expect: [1.0, 2.0, 2.5] [array([1.], dtype=float32), array([2.], dtype=float32), array([2.5], dtype=float32)]

# A batch that must not be changed by a forward pass.
x = torch.ones(2, 2)
layer = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
nn.init.constant_(layer[0].weight, -1.0)
nn.init.constant_(layer[0].bias, 1.0)
out = layer(x)
print(out, x)  # expect: tensor([[0., 0.],
# expect:         [0., 0.]], grad_fn=<ReluBackward0>) tensor([[1., 1.],
# expect:         [1., 1.]])
out.sum().backward()
print(layer[0].weight.grad)  # expect: tensor([[0., 0.],
# expect:         [0., 0.]])
y = torch.tensor([[-1.0, 2.0]], requires_grad=True)
z = y * 1
r = nn.functional.relu(z, inplace=True)
print(r is z, z)  # expect: True tensor([[0., 2.]], grad_fn=<ReluBackward0>)
r.sum().backward()
print(y.grad)  # expect: tensor([[0., 1.]])
a = torch.ones(3, requires_grad=True)
b = a.clone().detach().requires_grad_(True)
c = a.new_tensor([1.0, 2.0, 3.0])
d = torch.empty_like(a).copy_(a)
print(b.is_leaf, c.requires_grad, d.requires_grad, torch.zeros_like(a).requires_grad)  # expect: True False True False
e = torch.ones_like(a, requires_grad=True)
print(e.is_leaf, torch.tensor(a.tolist()).requires_grad, torch.as_tensor(a) is a)  # expect: True False True
(d * 2 + a).sum().backward()
print(a.grad)  # expect: tensor([3., 3., 3.])
f = torch.stack([t.detach() for t in (a, b)]).requires_grad_()
print(f)  # expect: tensor([[1., 1., 1.],
# expect:         [1., 1., 1.]], requires_grad=True)
g = torch.from_numpy(a.detach().numpy())
g[0] = 9.0
print(a)  # expect: tensor([9., 1., 1.], requires_grad=True)
swapped = torch.randn(2).copy_(b[:2])
print(swapped)  # expect: tensor([1., 1.], grad_fn=<CopyBackwards>)
