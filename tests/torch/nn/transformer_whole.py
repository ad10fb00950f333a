import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Transformer(8, 2, 1, 1, 16)
src, tgt = torch.rand(4, 2, 8), torch.rand(3, 2, 8)
print(model(src, tgt).shape)  # expect: torch.Size([3, 2, 8])
model.eval()
print(model(src, tgt, tgt_mask=model.generate_square_subsequent_mask(3)))  # expect: tensor([[[ 0.7055, -0.2154,  1.1279, -2.3940,  0.4455,  0.0532,  0.4647,
# expect:           -0.1872],
# expect:          [-1.2912, -0.2546,  0.6115, -0.7903,  0.9933,  1.2810, -1.3908,
# expect:            0.8410]],
# expect:
# expect:         [[-0.6450,  1.2066,  0.2012, -2.2046, -0.2152,  0.5044,  0.2138,
# expect:            0.9387],
# expect:          [-1.4799,  1.5579,  1.0997, -1.1133, -0.0189, -0.1202, -0.6395,
# expect:            0.7141]],
# expect:
# expect:         [[-0.4086, -0.0789,  0.2032, -1.2648,  0.6296,  1.7638, -1.4996,
# expect:            0.6553],
# expect:          [-0.9861,  0.0380,  1.9445, -0.7490,  0.9713, -0.7076, -1.0002,
# expect:            0.4892]]], grad_fn=<NativeLayerNormBackward0>)
print(len(list(model.parameters())))  # expect: 34
model(src, tgt[:, :1])  # expect RuntimeError: the batch number of src and tgt must be equal
