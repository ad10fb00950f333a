import torch

x = torch.tensor([1, 2])
print(x.repeat(2), x.repeat(2, 1), torch.tile(x, (2, 2)), x.repeat_interleave(2), torch.repeat_interleave(x, torch.tensor([1, 2])))  # expect: tensor([1, 2, 1, 2]) tensor([[1, 2],
# expect:         [1, 2]]) tensor([[1, 2, 1, 2],
# expect:         [1, 2, 1, 2]]) tensor([1, 1, 2, 2]) tensor([1, 2, 2])
