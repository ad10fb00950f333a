import torch

print(torch.linspace(0, 1, 5), torch.linspace(0, 10, steps=3), torch.logspace(0, 2, 3))  # expect: tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000]) tensor([ 0.,  5., 10.]) tensor([  1.,  10., 100.])
