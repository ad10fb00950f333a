import torch

torch.softmax(torch.ones(3))  # expect TypeError: softmax() received an invalid combination of arguments - got (Tensor), but expected one of:
