# Where a derivative does not exist, PyTorch still says a number.
import torch

x = torch.tensor([1.0, 3.0, 3.0, -1.0, 0.0], requires_grad=True)


def grad(y):
    return torch.autograd.grad(y.sum(), x)[0]


print(grad(x.max()))  # expect: tensor([0.0000, 0.5000, 0.5000, 0.0000, 0.0000])
print(grad(x.max(0).values))  # expect: tensor([0., 1., 0., 0., 0.])
print(grad(x.amax()))  # expect: tensor([0.0000, 0.5000, 0.5000, 0.0000, 0.0000])
print(grad(x.amax(0, keepdim=True)))  # expect: tensor([0.0000, 0.5000, 0.5000, 0.0000, 0.0000])
print(grad(x.min()), grad(x.amin()))  # expect: tensor([0., 0., 0., 1., 0.]) tensor([0., 0., 0., 1., 0.])
print(grad(x.topk(2).values))  # expect: tensor([0., 1., 1., 0., 0.])
print(grad(x.sort().values * torch.arange(5.0)))  # expect: tensor([2., 3., 4., 0., 1.])
print(grad(x.sort(descending=True, stable=True)[0] * torch.arange(5.0)))  # expect: tensor([2., 0., 1., 4., 3.])
print(grad(torch.maximum(x, torch.tensor(3.0))))  # expect: tensor([0.0000, 0.5000, 0.5000, 0.0000, 0.0000])
print(grad(torch.minimum(x, x.flip(0))))  # expect: tensor([0., 0., 1., 2., 2.])
print(grad(x.abs()), grad(x.sign()))  # expect: tensor([ 1.,  1.,  1., -1.,  0.]) tensor([0., 0., 0., 0., 0.])
print(grad(x.clamp(0, 3)))  # expect: tensor([1., 1., 1., 0., 1.])
print(grad(torch.where(x > 0, x * 2, x * 3)))  # expect: tensor([2., 2., 2., 3., 3.])
print(grad(x.round() + x.floor()), grad(x % 2))  # expect: tensor([0., 0., 0., 0., 0.]) tensor([1., 1., 1., 1., 1.])
print(grad(x.median()))  # expect: tensor([1., 0., 0., 0., 0.])
print(grad(x.sort()[0][1]))  # expect: tensor([0., 0., 0., 0., 1.])
print(grad(torch.relu(x)), grad(torch.relu(-x)))  # expect: tensor([1., 1., 1., 0., 0.]) tensor([-0., -0., -0., -1., -0.])
m = torch.tensor([[2.0, 2.0], [2.0, 1.0]], requires_grad=True)
m.max().backward()
print(m.grad)  # expect: tensor([[0.3333, 0.3333],
# expect:         [0.3333, 0.0000]])
m.grad = None
m.max(dim=0).values.sum().backward()
print(m.grad)  # expect: tensor([[1., 1.],
# expect:         [0., 0.]])
m.grad = None
m.amax(dim=(0, 1)).backward()
print(m.grad)  # expect: tensor([[0.3333, 0.3333],
# expect:         [0.3333, 0.0000]])
m.grad = None
torch.max(m, m.T).sum().backward()
print(m.grad)  # expect: tensor([[1., 1.],
# expect:         [1., 1.]])
