import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
y.retain_grad()
y *= 2
(y * torch.tensor([1.0, 10.0])).sum().backward()
print(y.grad, x.grad)  # expect: tensor([ 1., 10.]) tensor([ 2., 20.])
