import torch
import torch.nn as nn


net = nn.Sequential(nn.ReLU())
setattr(net, "0", 5)  # expect TypeError: cannot assign 'int' as child module '0' (torch.nn.Module or None expected)
