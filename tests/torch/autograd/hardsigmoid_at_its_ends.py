import torch
import torch.nn.functional as F

x = torch.tensor([-4.0, -3.0, 0.0, 3.0, 4.0], requires_grad=True)
F.hardsigmoid(x).sum().backward()
print(x.grad)  # expect: tensor([0.0000, 0.0000, 0.1667, 0.0000, 0.0000])
x.grad = None
F.hardswish(x).sum().backward()
print(x.grad)  # expect: tensor([ 0.0000, -0.5000,  0.5000,  1.5000,  1.0000])
