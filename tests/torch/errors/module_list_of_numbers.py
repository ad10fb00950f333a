import torch
import torch.nn as nn


nn.ModuleList([1, 2])  # expect TypeError: int is not a Module subclass
