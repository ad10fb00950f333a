import torch

x = torch.tensor([1.0, -1.0])
print(torch.where(x > 0, x, 0), torch.where(x > 0, 1.0, 0.0), x.where(x > 0, torch.tensor(9.0)), torch.where(x > 0))  # expect: tensor([1., 0.]) tensor([1., 0.]) tensor([1., 9.]) (tensor([0]),)
