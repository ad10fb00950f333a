import torch

a = torch.ones(2, 2, requires_grad=True)
b = torch.full((2, 3), 2.0, requires_grad=True)
w = torch.arange(10.0).view(2, 5)
(torch.cat([a, b], dim=1) * w).sum().backward()
print(a.grad, b.grad)  # expect: tensor([[0., 1.],
# expect:         [5., 6.]]) tensor([[2., 3., 4.],
# expect:         [7., 8., 9.]])
a.grad = None
(torch.stack([a, a * 2, a.detach()], dim=-1) * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(a.grad)  # expect: tensor([[21., 21.],
# expect:         [21., 21.]])

x = torch.arange(12.0).view(2, 6).requires_grad_()
q, k, v = x.chunk(3, dim=-1)
(q * 1 + k * 10 + v * 100).sum().backward()
print(x.grad)  # expect: tensor([[  1.,   1.,  10.,  10., 100., 100.],
# expect:         [  1.,   1.,  10.,  10., 100., 100.]])
x.grad = None
first, rest = x.split([1, 5], dim=1)
(first ** 2).sum().backward()
print(x.grad, rest.shape)  # expect: tensor([[ 0.,  0.,  0.,  0.,  0.,  0.],
# expect:         [12.,  0.,  0.,  0.,  0.,  0.]]) torch.Size([2, 5])
x.grad = None
parts = x.split(4, dim=1)
print([tuple(p.shape) for p in parts])  # expect: [(2, 4), (2, 2)]
parts[1].sum().backward()
print(x.grad)  # expect: tensor([[0., 0., 0., 0., 1., 1.],
# expect:         [0., 0., 0., 0., 1., 1.]])
x.grad = None
q, k = x.view(2, 2, 3).unbind(1)
(q @ k.T)[0, 1].backward()
print(x.grad)  # expect: tensor([[ 9., 10., 11.,  0.,  0.,  0.],
# expect:         [ 0.,  0.,  0.,  0.,  1.,  2.]])
x.grad = None
torch.cat([x[:1], x[:1], x[1:]], dim=0)[1].sum().backward()
print(x.grad)  # expect: tensor([[1., 1., 1., 1., 1., 1.],
# expect:         [0., 0., 0., 0., 0., 0.]])
rows = [torch.tensor([float(i)], requires_grad=True) for i in range(3)]
(torch.cat(rows) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print([r.grad for r in rows])  # expect: [tensor([1.]), tensor([2.]), tensor([3.])]
torch.vstack([a, b[:, :2]]).max().backward()
print(b.grad[:, :2])  # expect: tensor([[2.2500, 3.2500],
# expect:         [7.2500, 8.2500]])
x.grad = None
x.tensor_split(4, dim=1)[0].sum().backward()
print(x.grad)  # expect: tensor([[1., 1., 0., 0., 0., 0.],
# expect:         [1., 1., 0., 0., 0., 0.]])
q, k, v = x.chunk(3, dim=-1)
q.mul_(2)  # expect RuntimeError: Output 0 of SplitBackward0 is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.
