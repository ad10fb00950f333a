import torch

x = torch.arange(4).view(2, 2)
print(x.flip(0), torch.flip(x, [0, 1]), x.roll(1), torch.roll(x, 1, dims=1))  # expect: tensor([[2, 3],
# expect:         [0, 1]]) tensor([[3, 2],
# expect:         [1, 0]]) tensor([[3, 0],
# expect:         [1, 2]]) tensor([[1, 0],
# expect:         [3, 2]])
