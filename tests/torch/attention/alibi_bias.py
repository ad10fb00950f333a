# Each head takes off what grows with the distance, at a slope of its own.
import torch

heads, length = 4, 5
slopes = torch.tensor([2 ** (-8 * (i + 1) / heads) for i in range(heads)])
print(slopes)  # expect: tensor([0.2500, 0.0625, 0.0156, 0.0039])
distance = torch.arange(length)[None, :] - torch.arange(length)[:, None]
bias = slopes[:, None, None] * distance.clamp(max=0)
print(bias[1])  # expect: tensor([[ 0.0000,  0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [-0.0625,  0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [-0.1250, -0.0625,  0.0000,  0.0000,  0.0000],
# expect:         [-0.1875, -0.1250, -0.0625,  0.0000,  0.0000],
# expect:         [-0.2500, -0.1875, -0.1250, -0.0625,  0.0000]])
future = torch.ones(length, length, dtype=torch.bool).triu(1)
print(bias.masked_fill(future, float("-inf")).softmax(-1)[[0, 3]])  # expect: tensor([[[1.0000, 0.0000, 0.0000, 0.0000, 0.0000],
# expect:          [0.4378, 0.5622, 0.0000, 0.0000, 0.0000],
# expect:          [0.2543, 0.3265, 0.4192, 0.0000, 0.0000],
# expect:          [0.1653, 0.2122, 0.2725, 0.3499, 0.0000],
# expect:          [0.1141, 0.1464, 0.1880, 0.2414, 0.3100]],
# expect:
# expect:         [[1.0000, 0.0000, 0.0000, 0.0000, 0.0000],
# expect:          [0.4990, 0.5010, 0.0000, 0.0000, 0.0000],
# expect:          [0.3320, 0.3333, 0.3346, 0.0000, 0.0000],
# expect:          [0.2485, 0.2495, 0.2505, 0.2515, 0.0000],
# expect:          [0.1984, 0.1992, 0.2000, 0.2008, 0.2016]]])
