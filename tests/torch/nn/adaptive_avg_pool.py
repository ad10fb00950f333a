import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.arange(10.0).view(1, 2, 5).requires_grad_()
print(nn.AdaptiveAvgPool1d(1), nn.AdaptiveAvgPool2d((2, None)))  # expect: AdaptiveAvgPool1d(output_size=1) AdaptiveAvgPool2d(output_size=(2, None))
print(nn.AdaptiveAvgPool1d(1)(x), F.adaptive_avg_pool1d(x[0], 3))  # expect: tensor([[[2.],
# expect:          [7.]]], grad_fn=<SqueezeBackward1>) tensor([[0.5000, 2.0000, 3.5000],
# expect:         [5.5000, 7.0000, 8.5000]], grad_fn=<SqueezeBackward1>)
print(nn.AdaptiveAvgPool1d(7)(x).shape)  # expect: torch.Size([1, 2, 7])
F.adaptive_avg_pool1d(x, 2).pow(2).sum().backward()
print(x.grad)  # expect: tensor([[[0.6667, 0.6667, 2.6667, 2.0000, 2.0000],
# expect:          [4.0000, 4.0000, 9.3333, 5.3333, 5.3333]]])
picture = torch.arange(24.0).view(1, 2, 3, 4).requires_grad_()
print(nn.AdaptiveAvgPool2d((2, None))(picture))  # expect: tensor([[[[ 2.,  3.,  4.,  5.],
# expect:           [ 6.,  7.,  8.,  9.]],
# expect:
# expect:          [[14., 15., 16., 17.],
# expect:           [18., 19., 20., 21.]]]], grad_fn=<AdaptiveAvgPool2DBackward0>)
print(F.adaptive_avg_pool2d(picture, 1))  # expect: tensor([[[[ 5.5000]],
# expect:
# expect:          [[17.5000]]]], grad_fn=<MeanBackward1>)
print(torch.autograd.gradcheck(lambda x: F.adaptive_avg_pool2d(x, (2, 3)), [picture.detach().double().requires_grad_()]))  # expect: True
