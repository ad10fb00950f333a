import torch
import torch.nn as nn


table = nn.Embedding(3, 2)
table(torch.tensor([0, 3]))  # expect IndexError: index out of range in self
