import torch
import torch.nn as nn


net = nn.Sequential(nn.Dropout(0.5), nn.Sequential(nn.Dropout(0.1)))
print(net.eval() is net)  # expect: True
print([m.training for m in net.modules()])  # expect: [False, False, False, False]
net[1].train()
print([m.training for m in net.modules()])  # expect: [False, False, True, True]
print(net.train(False)[1][0].training)  # expect: False
