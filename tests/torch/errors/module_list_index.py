import torch
import torch.nn as nn


heads = nn.ModuleList([nn.Linear(1, 1)])
heads[1]  # expect IndexError: index 1 is out of range
