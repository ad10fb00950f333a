import torch
import torch.nn.functional as F


F.softmax([1.0, 2.0], dim=0)  # expect AttributeError: 'list' object has no attribute 'softmax'
