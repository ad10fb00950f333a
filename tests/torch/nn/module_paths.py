import torch
import torch.nn as nn
import torch.nn.modules.linear as linear
from torch.nn.modules.activation import MultiheadAttention, Softmax
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.conv import Conv1d
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm
from torch.nn.modules.utils import _pair

print(linear.Linear is nn.Linear, nn.modules.linear is linear, torch.nn.modules.activation.Softmax is Softmax)  # expect: True True True
print(Conv1d, MultiheadAttention, Module is nn.modules.module.Module, Dropout, LayerNorm, ModuleList is nn.ModuleList)  # expect: <class 'torch.nn.modules.conv.Conv1d'> <class 'torch.nn.modules.activation.MultiheadAttention'> True <class 'torch.nn.modules.dropout.Dropout'> <class 'torch.nn.modules.normalization.LayerNorm'> True
print(_pair(3), _pair((1, 2)), Sequential(linear.Linear(2, 1)))  # expect: (3, 3) (1, 2) Sequential(
# expect:   (0): Linear(in_features=2, out_features=1, bias=True)
# expect: )
print(nn.modules.missing)  # expect AttributeError: module 'torch.nn.modules' has no attribute 'missing'
