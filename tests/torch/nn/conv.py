import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
conv = nn.Conv1d(3, 4, 3, padding=1)
print(conv)  # expect: Conv1d(3, 4, kernel_size=(3,), stride=(1,), padding=(1,))
print(nn.Conv1d(2, 4, 3, stride=2, dilation=2, groups=2, bias=False))  # expect: Conv1d(2, 4, kernel_size=(3,), stride=(2,), dilation=(2,), groups=2, bias=False)
print(nn.Conv2d(1, 6, (3, 5), padding="same", padding_mode="reflect"))  # expect: Conv2d(1, 6, kernel_size=(3, 5), stride=(1, 1), padding=same, padding_mode=reflect)
x = torch.randn(2, 3, 5)
y = conv(x)
print(y)  # expect: tensor([[[ 0.1072,  0.1646, -0.5638,  0.3948, -0.6295],
# expect:          [ 0.4171,  0.5190,  0.1692,  0.2187,  0.3210],
# expect:          [ 0.7779, -0.2768,  0.6398, -0.1816, -0.0295],
# expect:          [-0.8454,  0.3293, -0.4197,  0.1923,  0.7647]],
# expect:
# expect:         [[-1.0420, -0.2286, -0.7517, -0.1037, -0.2761],
# expect:          [-0.1310, -0.4586,  0.4669, -0.4163,  0.1002],
# expect:          [-0.5018,  0.4806,  0.0496,  0.5869, -0.3676],
# expect:          [ 1.3535, -0.0384,  0.2757, -0.5875, -0.4852]]],
# expect:        grad_fn=<ConvolutionBackward0>)
print(conv(x[0]))  # expect: tensor([[ 0.1072,  0.1646, -0.5638,  0.3948, -0.6295],
# expect:         [ 0.4171,  0.5190,  0.1692,  0.2187,  0.3210],
# expect:         [ 0.7779, -0.2768,  0.6398, -0.1816, -0.0295],
# expect:         [-0.8454,  0.3293, -0.4197,  0.1923,  0.7647]],
# expect:        grad_fn=<SqueezeBackward1>)
print(conv.weight[0], conv.bias)  # expect: tensor([[-0.0025,  0.1788, -0.2743],
# expect:         [-0.2453, -0.1284,  0.0894],
# expect:         [-0.0066,  0.2643, -0.0296]], grad_fn=<SelectBackward0>) Parameter containing:
# expect: tensor([-0.1946,  0.2865,  0.1487,  0.1616], requires_grad=True)
print(conv.kernel_size, conv.stride, conv.padding, conv.in_channels, list(conv.state_dict()))  # expect: (3,) (1,) (1,) 3 ['weight', 'bias']
halves = nn.Conv2d(2, 4, 3, stride=2, padding=(1, 0), groups=2)
picture = torch.randn(1, 2, 6, 7)
print(halves(picture))  # expect: tensor([[[[ 0.3262, -0.4622, -0.4932],
# expect:           [ 0.1246,  0.0143,  0.6830],
# expect:           [ 0.0282, -0.6831, -0.6539]],
# expect:
# expect:          [[ 0.1421,  0.4875,  0.3352],
# expect:           [ 0.7533,  0.7412,  0.6656],
# expect:           [-0.0847,  0.9346, -0.0064]],
# expect:
# expect:          [[-0.4044, -0.2059, -0.3224],
# expect:           [ 1.3483, -0.1456, -0.5855],
# expect:           [ 0.2853, -0.2925,  0.2434]],
# expect:
# expect:          [[ 0.9711,  0.3842,  0.3126],
# expect:           [-0.2366, -0.1964,  0.9158],
# expect:           [ 0.4591, -0.3777, -0.0400]]]], grad_fn=<ConvolutionBackward0>)
print(halves(picture[0]).shape, F.conv2d(picture, halves.weight, None, 2, groups=2).shape)  # expect: torch.Size([4, 3, 3]) torch.Size([1, 4, 2, 3])
print(F.conv1d(x, conv.weight, dilation=2, padding="same").shape, F.conv1d(x, conv.weight, padding="valid").shape)  # expect: torch.Size([2, 4, 5]) torch.Size([2, 4, 3])
y.pow(2).sum().backward()
print(conv.weight.grad[0], conv.bias.grad)  # expect: tensor([[-2.7106,  0.6562, -5.3459],
# expect:         [ 0.0534, -4.9271,  3.3237],
# expect:         [ 0.5801,  6.5258, -0.9902]]) tensor([-5.8575,  2.4123,  2.3552,  1.0788])
inputs = [torch.randn(*size, dtype=torch.double, requires_grad=True) for size in ((1, 2, 5), (4, 1, 3), (4,))]
print(torch.autograd.gradcheck(lambda x, w, b: F.conv1d(x, w, b, 2, 1, 1, 2), inputs))  # expect: True
inputs = [torch.randn(*size, dtype=torch.double, requires_grad=True) for size in ((1, 2, 4, 5), (2, 2, 2, 3), (2,))]
print(torch.autograd.gradcheck(lambda x, w, b: F.conv2d(x, w, b, padding=1, dilation=(1, 2)), inputs))  # expect: True
patches = nn.Conv2d(3, 8, kernel_size=4, stride=4)
print(patches(torch.zeros(2, 3, 8, 8)).flatten(2).transpose(1, 2).shape)  # expect: torch.Size([2, 4, 8])
