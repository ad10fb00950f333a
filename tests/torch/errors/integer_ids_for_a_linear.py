import torch
import torch.nn as nn

layer = nn.Linear(3, 3)
try:
    layer(torch.ones(2, 3).double())
except RuntimeError as e:
    print(type(e).__name__)  # expect: RuntimeError
layer(torch.ones(2, 4))  # expect RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x4 and 3x3)
