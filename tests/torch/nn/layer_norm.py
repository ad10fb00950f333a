import torch
import torch.nn as nn


norm = nn.LayerNorm(4)
x = torch.tensor([[1.0, 2.0, 3.0, 4.0], [10.0, 10.0, 10.0, 10.0]])
print(norm(x))  # expect: tensor([[-1.3416, -0.4472,  0.4472,  1.3416],
# expect:         [ 0.0000,  0.0000,  0.0000,  0.0000]],
# expect:        grad_fn=<NativeLayerNormBackward0>)
print(norm.weight, norm.bias)  # expect: Parameter containing:
# expect: tensor([1., 1., 1., 1.], requires_grad=True) Parameter containing:
# expect: tensor([0., 0., 0., 0.], requires_grad=True)
print(nn.LayerNorm([2, 4], elementwise_affine=False)(x))  # expect: tensor([[-1.3699, -1.1090, -0.8480, -0.5871],
# expect:         [ 0.9785,  0.9785,  0.9785,  0.9785]])
print(norm, norm.normalized_shape, norm.eps)  # expect: LayerNorm((4,), eps=1e-05, elementwise_affine=True) (4,) 1e-05
