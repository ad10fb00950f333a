import torch

x = torch.ones(3, requires_grad=True)
y = x * 1
y += 1
print(y)  # expect: tensor([2., 2., 2.], grad_fn=<AddBackward0>)
y[0] = 5
print(y)  # expect: tensor([5., 2., 2.], grad_fn=<CopySlices>)
x += 1  # expect RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
