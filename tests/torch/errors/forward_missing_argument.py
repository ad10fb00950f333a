import torch
import torch.nn as nn


nn.Linear(2, 2)()  # expect TypeError: Linear.forward() missing 1 required positional argument: 'input'
