import torch

print(torch.tensor([1.0, 22.0, 333.0]))  # expect: tensor([  1.,  22., 333.])
print(torch.tensor([0.5, 22.25]))  # expect: tensor([ 0.5000, 22.2500])
print(torch.tensor([-1.5, 2.0]))  # expect: tensor([-1.5000,  2.0000])
print(torch.tensor([1e-3, 1.0]), torch.tensor([1e-4, 1.0]), torch.tensor([1e-5, 1.0]))  # expect: tensor([0.0010, 1.0000]) tensor([1.0000e-04, 1.0000e+00]) tensor([1.0000e-05, 1.0000e+00])
