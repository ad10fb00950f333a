import torch

q = torch.zeros(1, 2, 3, 4)
q @ q  # expect RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 3].
