import torch

x = torch.tensor([1.0, -2.0])
print(torch.Tensor.abs(x), list(map(torch.Tensor.tolist, [x])), torch.relu_(x))  # expect: tensor([1., 2.]) [[1.0, -2.0]] tensor([1., 0.])
