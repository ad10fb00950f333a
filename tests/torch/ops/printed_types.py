import torch

print(type(torch.zeros(1)), type(torch.zeros(1).shape), type(torch.float32), isinstance(torch.zeros(1), torch.Tensor), torch.is_tensor(3))  # expect: <class 'torch.Tensor'> <class 'torch.Size'> <class 'torch.dtype'> True False
