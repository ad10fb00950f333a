import torch
import torch.nn as nn


nn.Linear(3)  # expect TypeError: Linear.__init__() missing 1 required positional argument: 'out_features'
