import torch
import torch.nn.functional as F

x = torch.tensor([-1.0, 0.0, 3.0, 6.0, 7.0], requires_grad=True)
F.relu6(x).sum().backward()
print(x.grad)  # expect: tensor([0., 0., 1., 0., 0.])
x.grad = None
F.hardtanh(x, 0.0, 6.0).sum().backward()
print(x.grad)  # expect: tensor([0., 0., 1., 0., 0.])
x.grad = None
x.clamp(0, 6).sum().backward()
print(x.grad)  # expect: tensor([0., 1., 1., 1., 0.])
x.grad = None
F.hardtanh(x).sum().backward()
print(x.grad)  # expect: tensor([0., 1., 0., 0., 0.])
