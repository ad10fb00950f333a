import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x.clamp(min=torch.tensor([1.0, 1.0, 5.0])).sum().backward()
print(x.grad)  # expect: tensor([1., 1., 0.])
x.grad = None
torch.clamp(x, max=torch.tensor([1.0, 5.0, 1.0])).sum().backward()
print(x.grad)  # expect: tensor([1., 1., 0.])
x.grad = None
x.clamp(torch.tensor([1.0, 1.0, 1.0]), torch.tensor([3.0, 3.0, 3.0])).sum().backward()
print(x.grad)  # expect: tensor([1., 1., 1.])
x.grad = None
torch.maximum(x, torch.tensor([1.0, 1.0, 5.0])).sum().backward()
print(x.grad)  # expect: tensor([0.5000, 1.0000, 0.0000])
