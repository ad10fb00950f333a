import torch
import torch.nn as nn


torch.manual_seed(7)
drop = nn.Dropout(0.2)
print(drop(torch.ones(6)))  # expect: tensor([1.2500, 1.2500, 0.0000, 1.2500, 0.0000, 0.0000])
print(torch.rand(2))  # expect: tensor([0.2868, 0.2063])
