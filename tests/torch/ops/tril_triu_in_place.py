import torch

x = torch.ones(3, 3)
print(x.tril(), torch.triu(x, diagonal=1), torch.tril_indices(2, 2))  # expect: tensor([[1., 0., 0.],
# expect:         [1., 1., 0.],
# expect:         [1., 1., 1.]]) tensor([[0., 1., 1.],
# expect:         [0., 0., 1.],
# expect:         [0., 0., 0.]]) tensor([[0, 1, 1],
# expect:         [0, 0, 1]])
x.tril_(-1)
print(x)  # expect: tensor([[0., 0., 0.],
# expect:         [1., 0., 0.],
# expect:         [1., 1., 0.]])
