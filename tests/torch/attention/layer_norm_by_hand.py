import torch
import torch.nn as nn

torch.manual_seed(123)
x = torch.randn(2, 5)
mean = x.mean(dim=-1, keepdim=True)
var = x.var(dim=-1, keepdim=True, unbiased=False)
print((x - mean) / torch.sqrt(var + 1e-5))  # expect: tensor([[ 0.5528,  1.0693, -0.0223,  0.2656, -1.8654],
# expect:         [ 0.9087, -1.3767, -0.9564,  1.1304,  0.2940]])
print(nn.LayerNorm(5)(x))  # expect: tensor([[ 0.5528,  1.0693, -0.0223,  0.2656, -1.8654],
# expect:         [ 0.9087, -1.3767, -0.9564,  1.1304,  0.2940]],
# expect:        grad_fn=<NativeLayerNormBackward0>)
