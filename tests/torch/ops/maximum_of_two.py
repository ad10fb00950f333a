import torch

a, b = torch.tensor([1.0, 5.0]), torch.tensor([3.0, 2.0])
print(torch.maximum(a, b), torch.minimum(a, b), torch.max(a, b), a.min(b))  # expect: tensor([3., 5.]) tensor([1., 2.]) tensor([3., 5.]) tensor([1., 2.])
