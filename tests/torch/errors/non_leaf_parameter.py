import torch
import torch.nn as nn


lin = nn.Linear(2, 2)
lin.register_parameter("w", lin.weight * 2)  # expect TypeError: cannot assign 'torch.FloatTensor' object to parameter 'w' (torch.nn.Parameter or None required)
