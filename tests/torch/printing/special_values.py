import torch

print(torch.tensor([float("inf"), -float("inf"), float("nan")]))  # expect: tensor([inf, -inf, nan])
print(torch.tensor([1.0, float("inf")]), torch.tensor([0.5, float("nan")]))  # expect: tensor([1., inf]) tensor([0.5000,    nan])
print(torch.tensor([-0.0, 0.0]), torch.tensor(-0.0))  # expect: tensor([-0., 0.]) tensor(-0.)
