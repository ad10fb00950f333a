import torch

x = torch.tensor([1.0, 4.0])
x.sqrt_().mul_(3).sub_(1).div_(2).neg_()
print(x, x.fill_(2), x.zero_(), x.copy_(torch.tensor([5.0, 6.0])))  # expect: tensor([5., 6.]) tensor([5., 6.]) tensor([5., 6.]) tensor([5., 6.])
