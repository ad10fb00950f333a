import torch

x = torch.arange(10)
print(x.chunk(3))  # expect: (tensor([0, 1, 2, 3]), tensor([4, 5, 6, 7]), tensor([8, 9]))
print(x.split(4))  # expect: (tensor([0, 1, 2, 3]), tensor([4, 5, 6, 7]), tensor([8, 9]))
print(x.split([1, 9]))  # expect: (tensor([0]), tensor([1, 2, 3, 4, 5, 6, 7, 8, 9]))
q, k, v = torch.arange(6).view(2, 3).unbind(1)
print(q, k, v)  # expect: tensor([0, 3]) tensor([1, 4]) tensor([2, 5])
