import torch
import torch.nn as nn


x = torch.tensor([-1.0, 2.0])
y = nn.ReLU(inplace=True)(x)
print(x, y is x)  # expect: tensor([0., 2.]) True
