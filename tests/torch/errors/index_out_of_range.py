import torch

x = torch.zeros(2, 3)
print(x[1, 2])  # expect: tensor(0.)
x[2]  # expect IndexError: index 2 is out of bounds for dimension 0 with size 2
