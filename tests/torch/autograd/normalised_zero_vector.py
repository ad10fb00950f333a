import torch

x = torch.zeros(3, requires_grad=True)
(x / x.norm()).sum().backward()
print(x.grad)  # expect: tensor([nan, nan, nan])
x.grad = None
(x / x.norm(dim=0, keepdim=True)).sum().backward()
print(x.grad)  # expect: tensor([nan, nan, nan])
x.grad = None
(x.norm() * float("inf")).backward()
print(x.grad)  # expect: tensor([nan, nan, nan])
