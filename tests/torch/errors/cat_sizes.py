import torch

torch.cat([torch.zeros(2, 3), torch.zeros(2, 4)], dim=0)  # expect RuntimeError: Sizes of tensors must match except in dimension 0. Expected size 3 but got size 4 for tensor number 1 in the list.
