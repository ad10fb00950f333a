import torch
import torch.nn as nn


lin = nn.Linear(2, 2)
lin.weight.fill_(0.0)  # expect RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
