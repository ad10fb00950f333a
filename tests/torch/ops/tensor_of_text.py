import torch

x = torch.tensor(["a", "b"])  # expect ValueError: too many dimensions 'str'
