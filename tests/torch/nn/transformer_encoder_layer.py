import torch
import torch.nn as nn

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(8, 2, dim_feedforward=16, batch_first=True)
print(layer)  # expect: TransformerEncoderLayer(
# expect:   (self_attn): MultiheadAttention(
# expect:     (out_proj): NonDynamicallyQuantizableLinear(in_features=8, out_features=8, bias=True)
# expect:   )
# expect:   (linear1): Linear(in_features=8, out_features=16, bias=True)
# expect:   (dropout): Dropout(p=0.1, inplace=False)
# expect:   (linear2): Linear(in_features=16, out_features=8, bias=True)
# expect:   (norm1): LayerNorm((8,), eps=1e-05, elementwise_affine=True)
# expect:   (norm2): LayerNorm((8,), eps=1e-05, elementwise_affine=True)
# expect:   (dropout1): Dropout(p=0.1, inplace=False)
# expect:   (dropout2): Dropout(p=0.1, inplace=False)
# expect: )
x = torch.randn(2, 3, 8)
print(layer(x))  # expect: tensor([[[ 1.5507,  1.0142, -0.1495, -0.6655, -0.5342, -1.8462,  0.6383,
# expect:           -0.0078],
# expect:          [-0.3557,  1.2536, -0.6674, -0.5446, -0.2851,  2.0189, -1.1543,
# expect:           -0.2654],
# expect:          [ 0.4882, -0.3406,  0.7812, -0.3226, -1.2570,  1.5140, -1.5906,
# expect:            0.7274]],
# expect:
# expect:         [[-0.0557, -0.3830,  0.5103, -1.4542, -0.2496,  2.1166,  0.3962,
# expect:           -0.8808],
# expect:          [-0.9276,  0.3344, -1.4095, -0.8985,  0.5977,  0.8394, -0.2927,
# expect:            1.7568],
# expect:          [ 0.5847,  0.9006, -0.3821, -2.0421, -1.0172,  0.3757,  1.0201,
# expect:            0.5605]]], grad_fn=<NativeLayerNormBackward0>)
layer.eval()
print(layer(x)[1])  # expect: tensor([[ 0.0865, -0.3436,  0.2485, -1.5035, -0.1972,  2.1670,  0.3680, -0.8257],
# expect:         [-1.0239,  0.3173, -1.3308, -0.9467,  0.3019,  0.8388,  0.0025,  1.8409],
# expect:         [ 0.7859,  0.8322, -0.4844, -2.0833, -0.9374,  0.4478,  0.7198,  0.7193]],
# expect:        grad_fn=<SelectBackward0>)
print(sum(p.numel() for p in layer.parameters()))  # expect: 600
