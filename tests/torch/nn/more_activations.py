import torch
from torch import nn
import torch.nn.functional as F

x = torch.tensor([[-2.0, -0.4, 0.0], [0.4, 1.0, 3.0]], requires_grad=True)
layers = [nn.SELU(), nn.CELU(1.5), nn.Hardswish(), nn.Hardsigmoid(), nn.Threshold(0.5, -1.0),
          nn.Hardshrink(), nn.Softshrink(0.3), nn.Softsign(), nn.Tanhshrink(), nn.Softmin(dim=-1),
          nn.PReLU(), nn.PReLU(3, init=0.5)]
net = nn.Sequential(*layers)
print(net)  # expect: Sequential(
# expect:   (0): SELU()
# expect:   (1): CELU(alpha=1.5)
# expect:   (2): Hardswish()
# expect:   (3): Hardsigmoid()
# expect:   (4): Threshold(threshold=0.5, value=-1.0)
# expect:   (5): Hardshrink(0.5)
# expect:   (6): Softshrink(0.3)
# expect:   (7): Softsign()
# expect:   (8): Tanhshrink()
# expect:   (9): Softmin(dim=-1)
# expect:   (10): PReLU(num_parameters=1)
# expect:   (11): PReLU(num_parameters=3)
# expect: )
for name, want in [("SELU", 0), ("CELU", 1)]:
    assert type(layers[want]).__name__ == name
shown = [layer(x).detach() for layer in layers]
print(shown[0], shown[1])  # expect: tensor([[-1.5202, -0.5796,  0.0000],
# expect:         [ 0.4203,  1.0507,  3.1521]]) tensor([[-1.1046, -0.3511,  0.0000],
# expect:         [ 0.4000,  1.0000,  3.0000]])
print(shown[2], shown[3])  # expect: tensor([[-0.3333, -0.1733,  0.0000],
# expect:         [ 0.2267,  0.6667,  3.0000]]) tensor([[0.1667, 0.4333, 0.5000],
# expect:         [0.5667, 0.6667, 1.0000]])
print(shown[4], shown[5])  # expect: tensor([[-1., -1., -1.],
# expect:         [-1.,  1.,  3.]]) tensor([[-2.,  0.,  0.],
# expect:         [ 0.,  1.,  3.]])
print(shown[6], shown[7])  # expect: tensor([[-1.7000, -0.1000,  0.0000],
# expect:         [ 0.1000,  0.7000,  2.7000]]) tensor([[-0.6667, -0.2857,  0.0000],
# expect:         [ 0.2857,  0.5000,  0.7500]])
print(shown[8], shown[9])  # expect: tensor([[-1.0360, -0.0201,  0.0000],
# expect:         [ 0.0201,  0.2384,  2.0049]]) tensor([[0.7478, 0.1510, 0.1012],
# expect:         [0.6161, 0.3381, 0.0458]])
print(shown[10], shown[11])  # expect: tensor([[-0.5000, -0.1000,  0.0000],
# expect:         [ 0.4000,  1.0000,  3.0000]]) tensor([[-1.0000, -0.2000,  0.0000],
# expect:         [ 0.4000,  1.0000,  3.0000]])
grads = [torch.autograd.grad(layer(x).sum(), x)[0] for layer in layers]
print(grads[4], grads[5], grads[6])  # expect: tensor([[0., 0., 0.],
# expect:         [0., 1., 1.]]) tensor([[1., 0., 0.],
# expect:         [0., 1., 1.]]) tensor([[1., 1., 0.],
# expect:         [1., 1., 1.]])
print(grads[10], grads[11])  # expect: tensor([[0.2500, 0.2500, 0.2500],
# expect:         [1.0000, 1.0000, 1.0000]]) tensor([[0.5000, 0.5000, 0.5000],
# expect:         [1.0000, 1.0000, 1.0000]])
layers[10](x).sum().backward()
layers[11](x).sum().backward()
print(layers[10].weight.grad, layers[11].weight.grad)  # expect: tensor([-2.4000]) tensor([-2.0000, -0.4000,  0.0000])
print(F.threshold(x, 0.5, 0.0), F.hardshrink(x), F.softshrink(x), F.prelu(x, torch.tensor([0.1])))  # expect: tensor([[0., 0., 0.],
# expect:         [0., 1., 3.]], grad_fn=<ThresholdBackward0>) tensor([[-2.,  0.,  0.],
# expect:         [ 0.,  1.,  3.]], grad_fn=<HardshrinkBackward0>) tensor([[-1.5000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.5000,  2.5000]], grad_fn=<SoftshrinkBackward0>) tensor([[-0.2000, -0.0400,  0.0000],
# expect:         [ 0.4000,  1.0000,  3.0000]], grad_fn=<PreluBackward0>)
y = torch.tensor([0.2, 2.0])
F.threshold(y, 1.0, 0.0, inplace=True)
print(y)  # expect: tensor([0., 2.])
F.prelu(x, torch.ones(2))  # expect RuntimeError: Mismatch of parameter numbers and input channel size. Found parameter numbers = 2 and channel size = 3.
