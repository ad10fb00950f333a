import torch
import torch.nn as nn


t = torch.zeros(3)
p = nn.Parameter(t)
t[0] = 5.0
print(p)  # expect: Parameter containing:
# expect: tensor([5., 0., 0.], requires_grad=True)
print(p.data_ptr() == t.data_ptr(), p is t)  # expect: True False
