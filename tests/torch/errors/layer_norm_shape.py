import torch
import torch.nn as nn


norm = nn.LayerNorm(4)
norm(torch.zeros(2, 3))  # expect RuntimeError: Given normalized_shape=[4], expected input with shape [*, 4], but got input of size[2, 3]
