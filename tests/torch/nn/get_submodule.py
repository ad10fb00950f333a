import torch
import torch.nn as nn


net = nn.Sequential(nn.Sequential(nn.Linear(1, 2), nn.ReLU()))
print(net.get_submodule("0.1"))  # expect: ReLU()
print(net.get_submodule("") is net)  # expect: True
try:
    net.get_submodule("0.7")
except AttributeError as e:
    print(e)  # expect: Sequential has no attribute `7`
