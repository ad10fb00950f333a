import torch
import torch.nn as nn

m = nn.Sequential(nn.Linear(1, 1), nn.Dropout(0.5))
print(m.training, m[1].training)  # expect: True True
m.eval()
print(m.training, m[1].training)  # expect: False False
m.train()
print(m[1].training)  # expect: True
