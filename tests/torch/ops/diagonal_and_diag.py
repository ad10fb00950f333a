import torch

x = torch.arange(9).view(3, 3)
print(x.diagonal(), torch.diagonal(x, 1), torch.diag(torch.tensor([1, 2])), torch.trace(x))  # expect: tensor([0, 4, 8]) tensor([1, 5]) tensor([[1, 0],
# expect:         [0, 2]]) tensor(12)
print(torch.diag_embed(torch.tensor([1, 2])), torch.diag(x, -1))  # expect: tensor([[1, 0],
# expect:         [0, 2]]) tensor([3, 7])
