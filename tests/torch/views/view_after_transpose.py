import torch

x = torch.arange(6).view(2, 3)
t = x.transpose(0, 1)
t.view(6)  # expect RuntimeError: view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.
