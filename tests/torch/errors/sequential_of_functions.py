import torch
import torch.nn as nn


nn.Sequential(nn.Linear(1, 1), 3)  # expect TypeError: int is not a Module subclass
