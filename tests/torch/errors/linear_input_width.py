import torch
import torch.nn as nn

nn.Linear(4, 3)(torch.zeros(2, 5, 6))  # expect RuntimeError: mat1 and mat2 shapes cannot be multiplied (10x6 and 4x3)
