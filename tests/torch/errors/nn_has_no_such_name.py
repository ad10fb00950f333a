import torch
import torch.nn as nn


nn.Lineer(2, 2)  # expect AttributeError: module 'torch.nn' has no attribute 'Lineer'
