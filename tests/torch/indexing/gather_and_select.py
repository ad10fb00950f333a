import torch

x = torch.arange(6).view(2, 3)
print(x.gather(1, torch.tensor([[2, 0], [1, 1]])))  # expect: tensor([[2, 0],
# expect:         [4, 4]])
print(x.index_select(0, torch.tensor([1])))  # expect: tensor([[3, 4, 5]])
print(torch.masked_select(x, x % 2 == 0))  # expect: tensor([0, 2, 4])
print(torch.take(x, torch.tensor([0, 5])))  # expect: tensor([0, 5])
