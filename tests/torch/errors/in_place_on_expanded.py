import torch

x = torch.zeros(3)
x.expand(2, 3).add_(1)  # expect RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.
