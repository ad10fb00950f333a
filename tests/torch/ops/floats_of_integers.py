import torch

print(torch.tensor([1, 4]).sqrt(), torch.exp(torch.tensor(0)), torch.tensor([1, 2]) / 2)  # expect: tensor([1., 2.]) tensor(1.) tensor([0.5000, 1.0000])
