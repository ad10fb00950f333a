import torch

a = torch.ones(2)
b = torch.empty(2)
r = torch.add(a, 1, out=b)
print(r is b, b)  # expect: True tensor([2., 2.])
