import torch

x = torch.tensor([[3.0, 1.0, 4.0], [1.5, 5.0, 9.0]], requires_grad=True)
torch.quantile(x, 0.4).backward()
print(x.grad)  # expect: tensor([[1., 0., 0.],
# expect:         [0., 0., 0.]])
x.grad = None
torch.quantile(x, torch.tensor([0.25, 0.9]), dim=1).mul(torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(x.grad)  # expect: tensor([[1.1000, 0.5000, 2.4000],
# expect:         [1.0000, 1.8000, 3.2000]])
x.grad = None
torch.quantile(x, torch.tensor([0.5, 1.0]), dim=0, keepdim=True).pow(2).sum().backward()
print(x.grad)  # expect: tensor([[ 8.2500,  3.0000,  6.5000],
# expect:         [ 2.2500, 13.0000, 24.5000]])
