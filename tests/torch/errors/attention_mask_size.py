import torch
import torch.nn as nn


mha = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.zeros(1, 3, 4)
mha(x, x, x, attn_mask=torch.zeros(2, 3))  # expect RuntimeError: The shape of the 2D attn_mask is torch.Size([2, 3]), but should be (3, 3).
