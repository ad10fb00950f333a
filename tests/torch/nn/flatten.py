import torch
import torch.nn as nn


print(nn.Flatten()(torch.zeros(2, 3, 4)).shape)  # expect: torch.Size([2, 12])
print(nn.Flatten(0)(torch.zeros(2, 3)).shape)  # expect: torch.Size([6])
print(nn.Unflatten(1, (2, 3))(torch.zeros(4, 6)).shape)  # expect: torch.Size([4, 2, 3])
