import torch

x = torch.arange(6).view(2, 3)
print(x.select(1, 0), x.narrow(1, 1, 2), torch.take(x, torch.tensor([0, 5])), torch.take_along_dim(x, torch.tensor([[0], [2]]), dim=1))  # expect: tensor([0, 3]) tensor([[1, 2],
# expect:         [4, 5]]) tensor([0, 5]) tensor([[0],
# expect:         [5]])
