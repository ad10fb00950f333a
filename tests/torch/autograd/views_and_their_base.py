import torch

x = torch.arange(6.0, requires_grad=True)
w = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
(x.view(2, 3) * w).sum().backward()
print(x.grad)  # expect: tensor([1., 2., 3., 4., 5., 6.])
x.grad = None
(x.reshape(3, 2).T * w).sum().backward()
print(x.grad)  # expect: tensor([1., 4., 2., 5., 3., 6.])
x.grad = None
x[1:5:2].sum().backward()
print(x.grad)  # expect: tensor([0., 1., 0., 1., 0., 0.])
x.grad = None
(x.unsqueeze(0).expand(4, 6) * torch.arange(4.0)[:, None]).sum().backward()
print(x.grad)  # expect: tensor([6., 6., 6., 6., 6., 6.])
x.grad = None
(x.view(1, 2, 3).permute(2, 0, 1).flatten(1) * w.T).sum().backward()
print(x.grad)  # expect: tensor([1., 2., 3., 4., 5., 6.])

h = torch.arange(24.0).view(1, 2, 12).requires_grad_()
heads = h.view(1, 2, 3, 4).transpose(1, 2)
heads[:, 1].sum().backward()
print(h.grad)  # expect: tensor([[[0., 0., 0., 0., 1., 1., 1., 1., 0., 0., 0., 0.],
# expect:          [0., 0., 0., 0., 1., 1., 1., 1., 0., 0., 0., 0.]]])
h.grad = None
heads = h.view(1, 2, 3, 4).transpose(1, 2)
merged = heads.transpose(1, 2).contiguous().view(1, 2, 12)
(merged[0, 1] ** 2).sum().backward()
print(h.grad[0])  # expect: tensor([[ 0.,  0.,  0.,  0.,  0.,  0.,  0.,  0.,  0.,  0.,  0.,  0.],
# expect:         [24., 26., 28., 30., 32., 34., 36., 38., 40., 42., 44., 46.]])
h.grad = None
(h.squeeze(0).unflatten(1, (3, 4)).movedim(1, 0).swapaxes(1, 2)[2, 3]).sum().backward()
print(h.grad.nonzero())  # expect: tensor([[ 0,  0, 11],
# expect:         [ 0,  1, 11]])
m = torch.ones(3, 3, requires_grad=True)
m.diagonal().sum().backward()
print(m.grad)  # expect: tensor([[1., 0., 0.],
# expect:         [0., 1., 0.],
# expect:         [0., 0., 1.]])
m.grad = None
m.repeat(2, 2)[0].sum().backward()
print(m.grad)  # expect: tensor([[2., 2., 2.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.]])
m.grad = None
(m.flip(0)[0] + m.roll(1, 1)[2] * 10).sum().backward()
print(m.grad)  # expect: tensor([[ 0.,  0.,  0.],
# expect:         [ 0.,  0.,  0.],
# expect:         [11., 11., 11.]])
m.grad = None
m.narrow(1, 1, 2).select(0, 2).sum().backward()
print(m.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.],
# expect:         [0., 1., 1.]])
y = torch.zeros(3, 3)
y[1] = m[0] * 2
y[:, 0] = m[:, 1]
m.grad = None
y.sum().backward()
print(m.grad)  # expect: tensor([[0., 3., 2.],
# expect:         [0., 1., 0.],
# expect:         [0., 1., 0.]])
