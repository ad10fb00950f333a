import torch
import torch.nn.functional as F


F.one_hot(torch.tensor([1.0]))  # expect RuntimeError: one_hot is only applicable to index tensor.
