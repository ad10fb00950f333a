import torch

print(torch.tensor([1e9, 1.0]))  # expect: tensor([1.0000e+09, 1.0000e+00])
print(torch.tensor([0.00001]))  # expect: tensor([1.0000e-05])
print(torch.tensor([1.5, 2000.0]), torch.tensor([1.5, 1600.0]))  # expect: tensor([1.5000e+00, 2.0000e+03]) tensor([1.5000e+00, 1.6000e+03])
print(torch.tensor([123456789.0]))  # expect: tensor([1.2346e+08])
