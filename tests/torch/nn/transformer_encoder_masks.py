import torch
import torch.nn as nn

torch.manual_seed(8)
layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
stack = nn.TransformerEncoder(layer, num_layers=2)
x = torch.randn(2, 3, 8)
causal = nn.Transformer.generate_square_subsequent_mask(3)
print(causal)  # expect: tensor([[0., -inf, -inf],
# expect:         [0., 0., -inf],
# expect:         [0., 0., 0.]])
print(stack(x, mask=causal))  # expect: tensor([[[ 1.4864,  0.3076, -0.8428,  0.5320,  0.0168, -0.2065,  0.7358,
# expect:           -2.0293],
# expect:          [ 0.9272, -1.6003,  1.2671, -0.2579,  1.1012,  0.0298, -1.2892,
# expect:           -0.1778],
# expect:          [ 0.1153,  0.2020,  1.4191, -1.9493,  0.2561,  1.0641, -0.1530,
# expect:           -0.9544]],
# expect:
# expect:         [[-1.7131, -0.7818,  0.3867, -0.2010,  1.2763,  0.2824, -0.6909,
# expect:            1.4415],
# expect:          [ 0.0352, -0.7305, -0.4266,  1.3439, -1.2165,  1.8894, -0.5637,
# expect:           -0.3312],
# expect:          [ 0.1427, -0.8402,  1.9087,  0.2449,  0.4118, -1.5869, -0.7898,
# expect:            0.5089]]], grad_fn=<NativeLayerNormBackward0>)
padded = torch.tensor([[False, False, False], [False, False, True]])
print(stack(x, src_key_padding_mask=padded)[1, :2])  # expect: tensor([[-0.4855, -1.8404, -0.2061, -0.6443,  1.5120,  0.1472,  0.2783,  1.2387],
# expect:         [-0.5059, -0.6646, -0.2878,  1.5705, -1.0655,  1.7571, -0.7237, -0.0800]],
# expect:        grad_fn=<SliceBackward0>)
print(torch.equal(stack.layers[0].linear1.weight, stack.layers[1].linear1.weight))  # expect: True
