import torch
from torch import nn

w = torch.tensor([1.0, 2.0], requires_grad=True)
(w * 3).sum().backward()
print(w.grad is w.grad)  # expect: True
kept = w.grad
(w * 2).sum().backward()
print(kept is w.grad, kept)  # expect: True tensor([5., 5.])
w.grad.step = 3  # what is hung on it stays
print(w.grad.step)  # expect: 3
layer = nn.Linear(2, 2)
layer(torch.ones(1, 2)).sum().backward()
before = [p.grad for p in layer.parameters()]
layer.zero_grad(set_to_none=False)
print([p.grad is g for p, g in zip(layer.parameters(), before)])  # expect: [True, True]
