import torch
from torch import nn

torch.manual_seed(6)
layer = nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, dropout=0.0, batch_first=True)
x = torch.randn(2, 3, 4, requires_grad=True)
mask = torch.triu(torch.full((3, 3), float("-inf")), diagonal=1)
out = layer(x, src_mask=mask)
print(out)  # expect: tensor([[[-0.3311, -0.7105, -0.6715,  1.7131],
# expect:          [ 0.6026, -0.7910,  1.3176, -1.1292],
# expect:          [-1.1746, -0.3978,  0.0033,  1.5691]],
# expect:
# expect:         [[ 1.0911, -1.6151,  0.4406,  0.0834],
# expect:          [-0.7400, -0.9221,  1.6123,  0.0498],
# expect:          [-1.0595,  1.5759, -0.6191,  0.1027]]],
# expect:        grad_fn=<NativeLayerNormBackward0>)
(out * torch.arange(4.0)).sum().backward()
print(x.grad)  # expect: tensor([[[-1.2366, -0.8658,  0.7055,  0.0646],
# expect:          [-1.1839, -1.2970,  0.9298,  0.9505],
# expect:          [-0.4976, -0.2112,  0.8948, -0.3118]],
# expect:
# expect:         [[-0.7733, -0.9038,  0.0354,  0.5122],
# expect:          [-1.5228,  0.0526, -0.6620,  1.3932],
# expect:          [-1.3488, -1.1632,  0.6397,  1.4479]]])
print({n: tuple(p.grad.shape) for n, p in layer.named_parameters()})  # expect: {'self_attn.in_proj_weight': (12, 4), 'self_attn.in_proj_bias': (12,), 'self_attn.out_proj.weight': (4, 4), 'self_attn.out_proj.bias': (4,), 'linear1.weight': (8, 4), 'linear1.bias': (8,), 'linear2.weight': (4, 8), 'linear2.bias': (4,), 'norm1.weight': (4,), 'norm1.bias': (4,), 'norm2.weight': (4,), 'norm2.bias': (4,)}
print(layer.norm1.weight.grad, layer.linear2.bias.grad)  # expect: tensor([ 0.0044,  0.9303, -0.3254, -1.5365]) tensor([-6.5208, -2.3852,  3.1808,  5.7251])
print(layer.self_attn.in_proj_weight.grad[4:8])  # expect: tensor([[-0.1250,  0.0654, -0.0309,  0.0794],
# expect:         [ 0.0960, -0.0298, -0.0540,  0.0443],
# expect:         [-0.1230,  0.2407, -0.0702,  0.0317],
# expect:         [-0.4450,  0.9448, -0.1703, -0.0173]])
x.grad = None
layer(x, src_mask=mask)[:, 0, 0].sum().backward()
print(x.grad.abs().sum(-1) > 0)  # expect: tensor([[ True, False, False],
# expect:         [ True, False, False]])
