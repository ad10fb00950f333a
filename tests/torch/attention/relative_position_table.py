import torch

torch.manual_seed(6)
length = 4
table = torch.randn(2 * length - 1, 2)
index = torch.arange(length)[:, None] - torch.arange(length)[None] + length - 1
print(index)  # expect: tensor([[3, 2, 1, 0],
# expect:         [4, 3, 2, 1],
# expect:         [5, 4, 3, 2],
# expect:         [6, 5, 4, 3]])
print(table[index].permute(2, 0, 1))  # expect: tensor([[[ 1.4557, -1.4716,  0.7185, -1.8744],
# expect:          [ 1.9355,  1.4557, -1.4716,  0.7185],
# expect:          [-0.1656,  1.9355,  1.4557, -1.4716],
# expect:          [ 1.0946, -0.1656,  1.9355,  1.4557]],
# expect:
# expect:         [[ 0.6403,  0.1777, -0.6985, -0.9937],
# expect:          [-1.1402,  0.6403,  0.1777, -0.6985],
# expect:          [ 0.3920, -1.1402,  0.6403,  0.1777],
# expect:          [-0.4448,  0.3920, -1.1402,  0.6403]]])
