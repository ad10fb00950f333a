import torch
import torch.nn.functional as F

x = torch.tensor([0.0, 1.0, -1.0], requires_grad=True)
F.softplus(x).sum().backward()
print(x.grad)  # expect: tensor([0.5000, 0.7311, 0.2689])
x.grad = None
F.logsigmoid(x).sum().backward()
print(x.grad)  # expect: tensor([0.5000, 0.2689, 0.7311])
