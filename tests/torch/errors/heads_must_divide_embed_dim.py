import torch
import torch.nn as nn


nn.MultiheadAttention(5, 2)  # expect AssertionError: embed_dim must be divisible by num_heads
