import torch
import torch.nn as nn

x = torch.ones(2, 3)
nn.Softmax(x, dim=-1)  # expect TypeError: Softmax.__init__() got multiple values for argument 'dim'
