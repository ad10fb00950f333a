import torch

x = torch.ones(3, 4)
print(torch.tril(x))  # expect: tensor([[1., 0., 0., 0.],
# expect:         [1., 1., 0., 0.],
# expect:         [1., 1., 1., 0.]])
print(torch.triu(x, diagonal=1))  # expect: tensor([[0., 1., 1., 1.],
# expect:         [0., 0., 1., 1.],
# expect:         [0., 0., 0., 1.]])
print(x.tril(-1))  # expect: tensor([[0., 0., 0., 0.],
# expect:         [1., 0., 0., 0.],
# expect:         [1., 1., 0., 0.]])
