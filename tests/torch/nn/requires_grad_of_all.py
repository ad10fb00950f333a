import torch
import torch.nn as nn


net = nn.Linear(2, 1)
net.requires_grad_(False)
print([p.requires_grad for p in net.parameters()])  # expect: [False, False]
print(net(torch.ones(1, 2)).requires_grad)  # expect: False
for p in net.parameters():
    p.requires_grad = True
print(net(torch.ones(1, 2)).requires_grad)  # expect: True
