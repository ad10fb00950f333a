import torch

x = torch.zeros(2, 3)
x[:] = torch.tensor([1.0, 2.0, 3.0])
print(x)  # expect: tensor([[1., 2., 3.],
# expect:         [1., 2., 3.]])
x[:, 0] = 7
x[1] = torch.tensor([4.0])
print(x)  # expect: tensor([[7., 2., 3.],
# expect:         [4., 4., 4.]])
