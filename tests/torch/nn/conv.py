import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
conv = nn.Conv1d(3, 4, 3, padding=1)
print(conv)  # expect: Conv1d(3, 4, kernel_size=(3,), stride=(1,), padding=(1,))
print(nn.Conv1d(2, 4, 3, stride=2, dilation=2, groups=2, bias=False))  # expect: Conv1d(2, 4, kernel_size=(3,), stride=(2,), dilation=(2,), groups=2, bias=False)
x = torch.randn(2, 3, 5)
y = conv(x)
print(y)  # expect: tensor([[[ 0.3756, -0.3973, -0.2652, -0.0171,  0.1544],
# expect:          [ 0.6431,  0.3010,  0.5949,  0.8861,  0.8829],
# expect:          [-0.0796, -0.4177, -0.3521, -0.4235, -0.1707],
# expect:          [-0.0145,  0.5456,  0.7818,  0.3781,  0.2504]],
# expect:
# expect:         [[-0.7265, -0.0389,  0.0477, -0.1296, -0.0857],
# expect:          [ 0.1861,  0.7402,  0.7123,  0.6008,  0.5153],
# expect:          [ 0.0938, -0.1888, -0.3290, -0.8633, -0.0123],
# expect:          [ 0.4171,  0.1887, -0.2555,  0.8703, -0.1978]]],
# expect:        grad_fn=<ConvolutionBackward0>)
print(conv(x[0]))  # expect: tensor([[ 0.3756, -0.3973, -0.2652, -0.0171,  0.1544],
# expect:         [ 0.6431,  0.3010,  0.5949,  0.8861,  0.8829],
# expect:         [-0.0796, -0.4177, -0.3521, -0.4235, -0.1707],
# expect:         [-0.0145,  0.5456,  0.7818,  0.3781,  0.2504]],
# expect:        grad_fn=<SqueezeBackward1>)
print(conv.weight[0], conv.bias)  # expect: tensor([[-0.0025,  0.1788, -0.2743],
# expect:         [-0.2453, -0.1284,  0.0894],
# expect:         [-0.0066,  0.2643, -0.0296]], grad_fn=<SelectBackward0>) Parameter containing:
# expect: tensor([-0.1946,  0.2865,  0.1487,  0.1616], requires_grad=True)
print(conv.kernel_size, conv.stride, conv.padding, conv.in_channels, list(conv.state_dict()))  # expect: (3,) (1,) (1,) 3 ['weight', 'bias']
halves = nn.Conv2d(2, 4, 3, stride=2, padding=(1, 0), groups=2)
picture = torch.randn(1, 2, 6, 7)
print(halves(picture))  # expect: tensor([[[[ 0.6327, -0.5272,  0.1864],
# expect:           [ 0.8016,  0.8661, -0.3277],
# expect:           [ 0.8082,  0.7597,  0.5741]],
# expect:
# expect:          [[-0.7296, -0.0190,  0.2006],
# expect:           [-0.1472, -0.0905,  0.0450],
# expect:           [-0.3588, -0.4453, -0.2861]],
# expect:
# expect:          [[ 0.3144,  0.6289, -0.1057],
# expect:           [ 0.4065,  0.3162,  0.0356],
# expect:           [ 0.5019, -0.2414, -0.3192]],
# expect:
# expect:          [[-0.1675,  0.3003,  0.2282],
# expect:           [-0.2862,  0.7398,  0.2477],
# expect:           [-0.1009,  0.3012,  0.3069]]]], grad_fn=<ConvolutionBackward0>)
print(halves(picture[0]).shape, F.conv2d(picture, halves.weight, None, 2, groups=2).shape)  # expect: torch.Size([4, 3, 3]) torch.Size([1, 4, 2, 3])
print(F.conv1d(x, conv.weight, dilation=2, padding="same").shape, F.conv1d(x, conv.weight, padding="valid").shape)  # expect: torch.Size([2, 4, 5]) torch.Size([2, 4, 3])
y.pow(2).sum().backward()
print(conv.weight.grad[0], conv.bias.grad)  # expect: tensor([[ 0.2561, -0.5088, -1.7092],
# expect:         [ 0.6536,  0.1417,  2.0544],
# expect:         [-0.8931,  4.1666,  0.4239]]) tensor([-2.1654, 12.1254, -5.4862,  5.9283])
patches = nn.Conv2d(3, 8, kernel_size=4, stride=4)
print(patches(torch.zeros(2, 3, 8, 8)).flatten(2).transpose(1, 2).shape)  # expect: torch.Size([2, 4, 8])
