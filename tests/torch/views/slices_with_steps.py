import torch

x = torch.arange(20).view(4, 5)
print(x[::2])  # expect: tensor([[ 0,  1,  2,  3,  4],
# expect:         [10, 11, 12, 13, 14]])
print(x[1:, ::3])  # expect: tensor([[ 5,  8],
# expect:         [10, 13],
# expect:         [15, 18]])
print(x[:, -2:].stride(), x[::2, ::2].storage_offset(), x[1:, 1:].storage_offset())  # expect: (5, 1) 0 6
