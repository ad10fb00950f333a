import torch.nn as nn

layers = [layer for layer in nn.Linear(2, 2)]  # expect TypeError: 'Linear' object is not iterable
