import torch

x = torch.arange(3)
print(x.expand_as(torch.zeros(2, 3)), x.view_as(torch.zeros(3, 1)), x.reshape_as(torch.zeros(1, 3)))  # expect: tensor([[0, 1, 2],
# expect:         [0, 1, 2]]) tensor([[0],
# expect:         [1],
# expect:         [2]]) tensor([[0, 1, 2]])
