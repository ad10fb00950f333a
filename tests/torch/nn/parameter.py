import torch
import torch.nn as nn


p = nn.Parameter(torch.tensor([[1.0, 2.0]]))
print(p)  # expect: Parameter containing:
# expect: tensor([[1., 2.]], requires_grad=True)
print(p.requires_grad, p.is_leaf, isinstance(p, torch.Tensor), isinstance(p, nn.Parameter))  # expect: True True True True
print(type(p).__name__, type(p * 2).__name__, type(p.data).__name__)  # expect: Parameter Tensor Tensor
print(nn.Parameter(torch.zeros(2), requires_grad=False))  # expect: Parameter containing:
# expect: tensor([0., 0.])
