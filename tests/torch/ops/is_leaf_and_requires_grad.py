import torch

x = torch.zeros(2, requires_grad=True)
y = x * 2
print(x.is_leaf, y.is_leaf, y.requires_grad, y.detach().requires_grad, x.data.requires_grad, x.grad)  # expect: True False True False False None
z = torch.zeros(2).requires_grad_()
z.requires_grad = False
print(z.requires_grad, type(y.grad_fn).__name__, y.grad_fn.name())  # expect: False MulBackward0 MulBackward0
