import torch
import torch.nn as nn

m = nn.Linear(2, 3)
print(m.in_features, m.out_features, m.bias.shape, m.weight.requires_grad)  # expect: 2 3 torch.Size([3]) True
print(hasattr(m, "weight"), getattr(m, "nope", None), isinstance(m, nn.Module))  # expect: True None True
m.extra = 5
print(m.extra, type(m).__name__, m.__class__.__name__)  # expect: 5 Linear Linear
