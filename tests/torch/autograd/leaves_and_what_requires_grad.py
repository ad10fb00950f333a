# A leaf is what the user made, or what needs no gradient; the results of
# operations on something that requires one are not leaves.
import torch
from torch import nn

w = torch.tensor([1.0, 2.0], requires_grad=True)
x = torch.tensor([3.0, 4.0])
y = w * x
print(w.is_leaf, x.is_leaf, y.is_leaf, (x * 2).is_leaf)  # expect: True True False True
print(w.requires_grad, x.requires_grad, y.requires_grad, (x * 2).requires_grad)  # expect: True False True False
print(w.grad_fn, x.grad_fn, y.grad_fn is None)  # expect: None None False
print(w, y)  # expect: tensor([1., 2.], requires_grad=True) tensor([3., 8.], grad_fn=<MulBackward0>)

scaled = torch.randn(3, 4, requires_grad=True) / 2  # the usual slip
print(scaled.is_leaf, scaled.requires_grad)  # expect: False True
made = (torch.ones(3, 4) / 2).requires_grad_()
print(made.is_leaf, made.requires_grad, made.requires_grad_() is made)  # expect: True True True

moved = torch.ones(2, requires_grad=True).to(torch.float64)
print(moved.is_leaf, moved)  # expect: False tensor([1., 1.], dtype=torch.float64, grad_fn=<ToCopyBackward0>)
same = w.to(torch.float32)
print(same is w, same.is_leaf)  # expect: True True

print((w > 1).requires_grad, w.argmax().requires_grad, w.long().requires_grad, w.shape[0])  # expect: False False False 2
print(nn.Parameter(torch.zeros(2)).is_leaf, nn.Parameter(torch.zeros(2), requires_grad=False).requires_grad)  # expect: True False
z = torch.zeros(2)
z.requires_grad = True
print(z, z.is_leaf)  # expect: tensor([0., 0.], requires_grad=True) True
z.requires_grad = False
print(z)  # expect: tensor([0., 0.])
try:
    y.requires_grad = False
except RuntimeError as e:
    print(e)  # expect: you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().
try:
    torch.arange(3).requires_grad_()
except RuntimeError as e:
    print(e)  # expect: only Tensors of floating point dtype can require gradients
torch.tensor([1, 2], requires_grad=True)  # expect RuntimeError: Only Tensors of floating point and complex dtype can require gradients
