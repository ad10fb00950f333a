import torch

w = torch.ones(2, requires_grad=True)
(w * 3).sum().backward()
del w.grad
print(w.grad)  # expect: None
(w * 2).sum().backward()
print(w.grad)  # expect: tensor([2., 2.])
