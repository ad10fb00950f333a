import torch

x = torch.arange(12).view(3, 4)
print(x[[0, 2]])  # expect: tensor([[ 0,  1,  2,  3],
# expect:         [ 8,  9, 10, 11]])
print(x[[0, 2], [1, 3]])  # expect: tensor([ 1, 11])
print(x[1:, [3, 0]])  # expect: tensor([[ 7,  4],
# expect:         [11,  8]])
