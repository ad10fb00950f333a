import torch

x = torch.zeros(2, 3)
x.shape = (3, 2)  # expect AttributeError: attribute 'shape' of 'torch._C._TensorBase' objects is not writable
