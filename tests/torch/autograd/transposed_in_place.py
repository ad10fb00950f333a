import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
y = x.clone().t_()
print(y.detach(), y.grad_fn is not None)  # expect: tensor([[1., 3.],
# expect:         [2., 4.]]) True
(y * torch.tensor([[1.0, 10.0], [100.0, 1000.0]])).sum().backward()
print(x.grad)  # expect: tensor([[   1.,  100.],
# expect:         [  10., 1000.]])
x.grad = None
y = x * 1
y.transpose_(0, 1)
y[0].sum().backward()
print(x.grad)  # expect: tensor([[1., 0.],
# expect:         [1., 0.]])
w = torch.ones(2, 3, requires_grad=True)
z = w.clone().swapaxes_(0, 1)
(z * torch.arange(6.0).view(3, 2)).sum().backward()
print(w.grad)  # expect: tensor([[0., 2., 4.],
# expect:         [1., 3., 5.]])
w.grad = None
z = w.clone().unsqueeze_(0)
print(z.shape)  # expect: torch.Size([1, 2, 3])
z = w.clone().unsqueeze_(0).squeeze_(0)
print(z.shape)  # expect: torch.Size([2, 3])
z.sum().backward()
print(w.grad)  # expect: tensor([[1., 1., 1.],
# expect:         [1., 1., 1.]])
