import torch
import torch.nn as nn


torch.manual_seed(123)
drop = nn.Dropout(0.5)
x = torch.ones(2, 4)
print(drop(x))  # expect: tensor([[2., 2., 0., 2.],
# expect:         [2., 0., 0., 0.]])
drop.eval()
print(drop(x) is x)  # expect: True
print(nn.Dropout(0.0)(x) is x)  # expect: True
print(nn.Dropout(1.0)(x))  # expect: tensor([[0., 0., 0., 0.],
# expect:         [0., 0., 0., 0.]])
print(drop.training, drop.p)  # expect: False 0.5
