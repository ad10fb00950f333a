import torch
import torch.nn as nn


lin = nn.Linear(2, 2)
lin.weight = torch.zeros(2, 2)  # expect TypeError: cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)
