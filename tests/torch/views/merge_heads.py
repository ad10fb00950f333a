import torch

x = torch.arange(12).view(1, 2, 3, 2)
merged = x.transpose(1, 2).contiguous().view(1, 3, 4)
print(merged)  # expect: tensor([[[ 0,  1,  6,  7],
# expect:          [ 2,  3,  8,  9],
# expect:          [ 4,  5, 10, 11]]])
print(x.reshape(1, 3, 4))  # expect: tensor([[[ 0,  1,  2,  3],
# expect:          [ 4,  5,  6,  7],
# expect:          [ 8,  9, 10, 11]]])
