import torch

torch.zeros(2).softmx(0)  # expect AttributeError: 'Tensor' object has no attribute 'softmx'
