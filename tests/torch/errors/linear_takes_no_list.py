import torch
import torch.nn as nn


lin = nn.Linear(2, 2)
lin([1.0, 2.0])  # expect TypeError: linear(): argument 'input' (position 1) must be Tensor, not list
