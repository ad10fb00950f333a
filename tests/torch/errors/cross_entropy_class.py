import torch
import torch.nn.functional as F


F.cross_entropy(torch.zeros(1, 3), torch.tensor([3]))  # expect IndexError: Target 3 is out of bounds.
