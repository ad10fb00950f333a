import torch

image = torch.arange(32).view(1, 2, 4, 4)
patches = image.reshape(1, 2, 2, 2, 2, 2).permute(0, 2, 4, 3, 5, 1)
print(patches.stride(), patches.is_contiguous())  # expect: (32, 8, 2, 4, 1, 16) False
print(patches.flatten(1, 2).flatten(2))  # expect: tensor([[[ 0, 16,  1, 17,  4, 20,  5, 21],
# expect:          [ 2, 18,  3, 19,  6, 22,  7, 23],
# expect:          [ 8, 24,  9, 25, 12, 28, 13, 29],
# expect:          [10, 26, 11, 27, 14, 30, 15, 31]]])
