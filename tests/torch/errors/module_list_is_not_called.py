import torch
import torch.nn as nn


heads = nn.ModuleList([nn.Linear(1, 1)])
heads(torch.zeros(1))  # expect NotImplementedError: Module [ModuleList] is missing the required "forward" function
