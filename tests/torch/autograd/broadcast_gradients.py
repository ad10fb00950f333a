# What was repeated by broadcasting gets the sum of what its copies got.
import torch

a = torch.arange(6.0).view(2, 3).requires_grad_()
row = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
column = torch.tensor([[10.0], [20.0]], requires_grad=True)
number = torch.tensor(2.0, requires_grad=True)
((a + row) * column - number).sum().backward()
print(a.grad)  # expect: tensor([[10., 10., 10.],
# expect:         [20., 20., 20.]])
print(row.grad, column.grad, number.grad)  # expect: tensor([30., 30., 30.]) tensor([[ 9.],
# expect:         [18.]]) tensor(-6.)

for t in (a, row, column, number):
    t.grad = None
weight = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]])
(a * row * weight).sum().backward()
print(row.grad, a.grad)  # expect: tensor([ 0., 12.,  9.]) tensor([[1., 0., 6.],
# expect:         [0., 6., 3.]])

one = torch.ones(1, requires_grad=True)
(one * torch.arange(4.0)).sum().backward()
print(one.grad)  # expect: tensor([6.])
deep = torch.ones(2, 1, 3, 1, requires_grad=True)
(deep * torch.ones(4, 1, 5)).sum().backward()
print(deep.grad.shape, deep.grad.flatten())  # expect: torch.Size([2, 1, 3, 1]) tensor([20., 20., 20., 20., 20., 20.])

row.grad = None
torch.maximum(row, torch.tensor([[2.0], [0.0]])).sum().backward()
print(row.grad)  # expect: tensor([1.0000, 1.5000, 2.0000])
row.grad = None
torch.where(torch.tensor([[True], [False]]), row, column).sum().backward()
print(row.grad, column.grad)  # expect: tensor([1., 1., 1.]) tensor([[0.],
# expect:         [3.]])
row.grad = None
(row / torch.tensor([[1.0], [2.0]]) ** row).sum().backward()
print(row.grad)  # expect: tensor([1.1534, 0.9034, 0.8651])
bias = torch.zeros(3, requires_grad=True)
(torch.ones(4, 5, 3) + bias).mean().backward()
print(bias.grad)  # expect: tensor([0.3333, 0.3333, 0.3333])
scale = torch.ones((), requires_grad=True)
(torch.arange(3.0) @ torch.ones(3) * scale).backward()
print(scale.grad, scale.grad.shape)  # expect: tensor(3.) torch.Size([])
