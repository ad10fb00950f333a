import torch
import torch.nn as nn


nn.init.eye_(torch.empty(3))  # expect ValueError: Only tensors with 2 dimensions are supported
