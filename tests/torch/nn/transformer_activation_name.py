import torch.nn as nn

nn.TransformerEncoderLayer(8, 2, activation="tanh")  # expect RuntimeError: activation should be relu/gelu, not tanh
