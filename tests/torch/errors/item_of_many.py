import torch

bool(torch.zeros(2))  # expect RuntimeError: Boolean value of Tensor with more than one value is ambiguous
