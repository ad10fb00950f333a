import torch

torch.zeros(2).clamp()  # expect RuntimeError: torch.clamp: At least one of 'min' or 'max' must not be None
