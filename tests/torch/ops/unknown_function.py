import torch

torch.softmx(torch.zeros(2))  # expect AttributeError: module 'torch' has no attribute 'softmx'
