import torch
import torch.nn as nn


lin = nn.Linear(2, 2)
lin.W_query  # expect AttributeError: 'Linear' object has no attribute 'W_query'
