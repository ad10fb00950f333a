import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([[1.0, 2.0, 4.0, 9.0], [0.0, -1.0, 1.0, 4.0]], requires_grad=True)
w = torch.tensor([1.0, 2.0, 0.5, -1.0], requires_grad=True)
b = torch.zeros(4, requires_grad=True)
g = torch.tensor([[1.0, 0.0, 0.0, 2.0], [0.0, 1.0, -1.0, 0.0]])
out = F.layer_norm(x, (4,), w, b)
print(out)  # expect: tensor([[-0.9733, -1.2978,  0.0000, -1.6222],
# expect:         [-0.5345, -2.1381,  0.0000, -1.6036]],
# expect:        grad_fn=<NativeLayerNormBackward0>)
(out * g).sum().backward()
print(x.grad)  # expect: tensor([[ 0.0726, -0.1409,  0.0811, -0.0128],
# expect:         [-0.3532,  0.5632, -0.4677,  0.2577]])
print(w.grad, b.grad)  # expect: tensor([-0.9733, -1.0690,  0.0000,  3.2444]) tensor([ 1.,  1., -1.,  2.])

# By hand: the variance divides by n, not by n - 1.
y = x.detach().clone().requires_grad_()
mean = y.mean(-1, keepdim=True)
var = y.var(-1, keepdim=True, unbiased=False)
by_hand = (y - mean) / torch.sqrt(var + 1e-5) * w.detach()
(by_hand * g).sum().backward()
print(torch.allclose(by_hand, out, atol=1e-6), torch.allclose(y.grad, x.grad, atol=1e-5))  # expect: True True

layer = nn.LayerNorm(4, elementwise_affine=False)
x.grad = None
layer(x).sum().backward()
print(x.grad.abs().max() < 1e-6, list(layer.parameters()))  # expect: tensor(True) []
same = torch.full((1, 4), 3.0, requires_grad=True)  # a row without spread
(nn.LayerNorm(4)(same) * g[:1]).sum().backward()
print(same.grad)  # expect: tensor([[  79.0569, -237.1708, -237.1708,  395.2847]])
pair = nn.LayerNorm((2, 4))
x.grad = None
(pair(x) * g).sum().backward()
print(x.grad)  # expect: tensor([[ 0.2801, -0.1038, -0.1956,  0.2511],
# expect:         [-0.0121,  0.3719, -0.3960, -0.1956]])
print(pair.weight.grad)  # expect: tensor([[-0.5071,  0.0000,  0.0000,  4.3948],
# expect:         [ 0.0000, -1.1832,  0.5071,  0.0000]])
r = torch.tensor([3.0, 4.0], requires_grad=True)  # rms norm
(r / r.pow(2).mean().sqrt())[0].backward()
print(r.grad)  # expect: tensor([ 0.1810, -0.1358])
