import torch
import torch.nn as nn


nn.Parameter([1.0])  # expect AttributeError: 'list' object has no attribute 'detach'
