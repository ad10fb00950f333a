import torch

src = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
base = torch.zeros(2, 4, requires_grad=True)
index = torch.tensor([[0, 1, 1], [3, 3, 0]])
out = base.scatter_add(1, index, src)
print(out)  # expect: tensor([[1., 5., 0., 0.],
# expect:         [6., 0., 0., 9.]], grad_fn=<ScatterAddBackward0>)
weight = torch.arange(8.0).view(2, 4)
(out * weight).sum().backward()
print(src.grad)  # expect: tensor([[0., 1., 1.],
# expect:         [7., 7., 4.]])
print(base.grad)  # expect: tensor([[0., 1., 2., 3.],
# expect:         [4., 5., 6., 7.]])

src.grad = base.grad = None
index = torch.tensor([[0, 1, 2], [3, 2, 0]])
out = base.scatter(1, index, src)
(out * weight).sum().backward()
print(out)  # expect: tensor([[1., 2., 3., 0.],
# expect:         [6., 0., 5., 4.]], grad_fn=<ScatterBackward0>)
print(src.grad, base.grad)  # expect: tensor([[0., 1., 2.],
# expect:         [7., 6., 4.]]) tensor([[0., 0., 0., 3.],
# expect:         [0., 5., 0., 0.]])

base.grad = None
out = base.scatter(1, torch.tensor([[2], [0]]), 5.0)
out.sum().backward()
print(base.grad)  # expect: tensor([[1., 1., 0., 1.],
# expect:         [0., 1., 1., 1.]])

x = torch.ones(3, requires_grad=True)
filled = torch.zeros(4, 3)
filled[2] = x
filled[0, 1] = x[0] * 5
filled[torch.tensor([1, 3])] = x * 2
print(filled)  # expect: tensor([[0., 5., 0.],
# expect:         [2., 2., 2.],
# expect:         [1., 1., 1.],
# expect:         [2., 2., 2.]], grad_fn=<IndexPutBackward0>)
(filled * torch.arange(12.0).view(4, 3)).sum().backward()
print(x.grad)  # expect: tensor([35., 35., 40.])

acc = torch.zeros(4)
acc = acc.index_add(0, torch.tensor([0, 3, 3]), x * 2)
x.grad = None
(acc ** 2).sum().backward()
print(acc, x.grad)  # expect: tensor([2., 0., 0., 4.], grad_fn=<IndexAddBackward0>) tensor([ 8., 16., 16.])

y = (x * 3).clone()
y[y > 2] = 0.0
x.grad = None
y.sum().backward()
print(y, x.grad)  # expect: tensor([0., 0., 0.], grad_fn=<IndexPutBackward0>) tensor([0., 0., 0.])
table = torch.zeros(3, 3, requires_grad=True)
table.index_fill(0, torch.tensor([1]), 7.0).sum().backward()
print(table.grad)  # expect: tensor([[1., 1., 1.],
# expect:         [0., 0., 0.],
# expect:         [1., 1., 1.]])
