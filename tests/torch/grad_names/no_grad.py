import torch

w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    print(w * 2, (w * 2).requires_grad)  # expect: tensor([2., 2.]) False
print((w * 2).requires_grad, w.is_leaf, (w * 2).is_leaf)  # expect: True True False


@torch.no_grad()
def f(x):
    return x + w


print(f(w))  # expect: tensor([2., 2.])
