import torch
import torch.nn as nn

torch.manual_seed(5)
layer = nn.TransformerEncoderLayer(8, 2, 16, 0.0, nn.GELU(), norm_first=True)
print(layer(torch.randn(3, 1, 8)))  # expect: tensor([[[ 2.7447, -0.1589, -0.4532,  0.6300, -0.3876, -0.1031, -1.2723,
# expect:           -0.2243]],
# expect:
# expect:         [[-2.7411, -1.2090,  1.3851, -0.0038, -1.2248,  1.3479, -0.0695,
# expect:            1.4284]],
# expect:
# expect:         [[-0.6308, -0.5052,  0.5967, -1.6249,  0.6943, -0.7181,  0.2771,
# expect:            1.1110]]], grad_fn=<AddBackward0>)
print(layer.norm_first, layer.activation, layer.self_attn.batch_first)  # expect: True GELU(approximate='none') False
