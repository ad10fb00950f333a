import torch

x = torch.tensor([0.5, 2.0], requires_grad=True)
w = torch.tensor([3.0, -1.0], requires_grad=True)
y = x.clone().mul_(w)
gw, = torch.autograd.grad((y ** 2).sum(), w, create_graph=True)
print(torch.autograd.grad(gw.sum(), [x, w], allow_unused=True))  # expect: (tensor([ 6., -8.]), tensor([0.5000, 8.0000]))
y = x.clone().pow_(3)
gx, = torch.autograd.grad(y.sum(), x, create_graph=True)
print(gx.requires_grad)  # expect: True
print(torch.autograd.grad(gx.sum(), x))  # expect: (tensor([ 3., 12.]),)
y = x.clone().div_(w)
gw, = torch.autograd.grad(y.sum(), w, create_graph=True)
print(torch.autograd.grad(gw.sum(), [x, w], allow_unused=True))  # expect: (tensor([-0.1111, -1.0000]), tensor([ 0.0370, -4.0000]))
