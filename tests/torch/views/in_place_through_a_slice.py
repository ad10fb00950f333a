import torch

x = torch.zeros(3, 3)
x[0].fill_(1)
x[:, 1] += 5
x[1:, 2:].mul_(2).add_(1)
print(x)  # expect: tensor([[1., 6., 1.],
# expect:         [0., 5., 1.],
# expect:         [0., 5., 1.]])
