import torch
import torch.nn as nn


x = torch.zeros(2, 5)
print(nn.Linear(4, 3)(x))  # expect RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x5 and 4x3)
