import torch

w = torch.ones(2, requires_grad=True)
w.data = torch.arange(3)  # expect RuntimeError: data set to a tensor that requires gradients must be floating point or complex dtype
