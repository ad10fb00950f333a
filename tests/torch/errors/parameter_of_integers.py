import torch
import torch.nn as nn


nn.Parameter(torch.tensor([1]))  # expect RuntimeError: Only Tensors of floating point and complex dtype can require gradients
