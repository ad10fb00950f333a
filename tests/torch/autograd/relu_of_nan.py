import torch
import torch.nn.functional as F

n = torch.tensor([float("nan"), 1.0, -1.0], requires_grad=True)
F.relu(n).sum().backward()
print(F.relu(n).detach(), n.grad)  # expect: tensor([nan, 1., 0.]) tensor([1., 1., 0.])
