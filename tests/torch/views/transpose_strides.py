import torch

x = torch.arange(24).view(1, 3, 2, 4)
y = x.transpose(1, 2)
print(x.stride(), y.stride(), y.is_contiguous())  # expect: (24, 8, 4, 1) (24, 4, 8, 1) False
print(y)  # expect: tensor([[[[ 0,  1,  2,  3],
# expect:           [ 8,  9, 10, 11],
# expect:           [16, 17, 18, 19]],
# expect:
# expect:          [[ 4,  5,  6,  7],
# expect:           [12, 13, 14, 15],
# expect:           [20, 21, 22, 23]]]])
print(y.contiguous().stride())  # expect: (24, 12, 4, 1)
