import torch.nn as nn

width, heads = 8, 2
head = nn.Linear(width, width / heads)  # expect TypeError: empty() received an invalid combination of arguments - got (tuple, dtype=NoneType, device=NoneType), but expected one of:
