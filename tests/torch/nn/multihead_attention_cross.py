import torch
import torch.nn as nn


torch.manual_seed(4)
mha = nn.MultiheadAttention(4, 2, kdim=3, vdim=5)
print([(n, tuple(p.shape)) for n, p in mha.named_parameters()])  # expect: [('q_proj_weight', (4, 4)), ('k_proj_weight', (4, 3)), ('v_proj_weight', (4, 5)), ('in_proj_bias', (12,)), ('out_proj.weight', (4, 4)), ('out_proj.bias', (4,))]
q, k, v = torch.randn(2, 1, 4), torch.randn(6, 1, 3), torch.randn(6, 1, 5)
out, weights = mha(q, k, v)
print(out)  # expect: tensor([[[ 0.0496,  0.2151, -0.0282, -0.3208]],
# expect:
# expect:         [[-0.0858,  0.4949, -0.1901, -0.3142]]], grad_fn=<ViewBackward0>)
print(weights.shape)  # expect: torch.Size([1, 2, 6])
