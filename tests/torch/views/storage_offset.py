import torch

x = torch.arange(12).view(3, 4)
print(x[1].storage_offset(), x[1, 2].storage_offset(), x[:, 1].stride(), x[2:].storage_offset())  # expect: 4 6 (4,) 8
