import torch

x = torch.ones(1, 4)
x.expand(-2, 4)  # expect RuntimeError: numel: integer multiplication overflow
