import torch

x = torch.arange(6)
print(x.as_strided((2, 3), (1, 2)))  # expect: tensor([[0, 2, 4],
# expect:         [1, 3, 5]])
print(x.unfold(0, 3, 2))  # expect: tensor([[0, 1, 2],
# expect:         [2, 3, 4]])
