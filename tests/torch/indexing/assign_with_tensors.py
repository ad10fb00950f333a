import torch

x = torch.zeros(4)
x[torch.tensor([0, 2])] = torch.tensor([5.0, 6.0])
print(x)  # expect: tensor([5., 0., 6., 0.])
x[[1, 3]] += 1
print(x)  # expect: tensor([5., 1., 6., 1.])
