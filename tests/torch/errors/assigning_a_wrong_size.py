import torch

x = torch.zeros(3, 4)
x[0] = torch.ones(3)  # expect RuntimeError: The expanded size of the tensor (4) must match the existing size (3) at non-singleton dimension 0.  Target sizes: [4].  Tensor sizes: [3]
