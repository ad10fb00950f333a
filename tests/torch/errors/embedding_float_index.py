import torch
import torch.nn as nn


table = nn.Embedding(3, 2)
table(torch.tensor([0.0]))  # expect RuntimeError: Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.FloatTensor instead (while checking arguments for embedding)
