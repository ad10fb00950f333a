import torch
import torch.nn as nn

torch.manual_seed(3)
layer = nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0, activation="gelu", batch_first=True)
x, memory = torch.randn(1, 3, 8), torch.randn(1, 5, 8)
print(layer(x, memory))  # expect: tensor([[[ 0.7739,  0.1661, -1.4022,  1.5848,  0.3648,  0.6148, -1.3470,
# expect:           -0.7551],
# expect:          [ 0.1122, -0.3873, -0.7508,  0.9145, -1.8116,  1.6769,  0.5189,
# expect:           -0.2727],
# expect:          [ 0.7041, -1.4354, -0.8755,  0.5683, -0.1005, -1.0843,  1.7019,
# expect:            0.5216]]], grad_fn=<NativeLayerNormBackward0>)
padded = torch.tensor([[False, False, False, True, True]])
print(layer(x, memory, memory_key_padding_mask=padded)[0, 0])  # expect: tensor([ 0.7281,  0.1976, -1.1332,  1.4424,  0.4684,  0.7030, -1.6813, -0.7250],
# expect:        grad_fn=<SelectBackward0>)
print([name for name, _ in layer.named_children()])  # expect: ['self_attn', 'multihead_attn', 'linear1', 'dropout', 'linear2', 'norm1', 'norm2', 'norm3', 'dropout1', 'dropout2', 'dropout3']
