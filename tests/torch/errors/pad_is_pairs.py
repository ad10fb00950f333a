import torch
import torch.nn.functional as F


F.pad(torch.ones(2, 2), (1,))  # expect RuntimeError: Padding length must be divisible by 2
