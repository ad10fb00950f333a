import torch
import torch.nn.functional as F


F.relu(3)  # expect TypeError: relu(): argument 'input' (position 1) must be Tensor, not int
