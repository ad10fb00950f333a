import torch
import torch.nn as nn


nn.init.xavier_uniform_(torch.empty(3))  # expect ValueError: Fan in and fan out can not be computed for tensor with fewer than 2 dimensions
