import torch

x = torch.tensor([3.14159265, 1e-6])
torch.set_printoptions(precision=2)
print(x)  # expect: tensor([3.14e+00, 1.00e-06])
torch.set_printoptions(sci_mode=False)
print(x)  # expect: tensor([    3.14,     0.00])
torch.set_printoptions(profile="default")
print(x)  # expect: tensor([3.1416e+00, 1.0000e-06])
