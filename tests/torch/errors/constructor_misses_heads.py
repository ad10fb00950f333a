import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()


Attention(4, 8)  # expect TypeError: Attention.__init__() missing 1 required positional argument: 'num_heads'
