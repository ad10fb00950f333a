import torch

x = torch.arange(6)
print(x.view(2, 3), x.view((3, 2)), x.view([-1, 2]).shape, x.reshape(3, -1).shape, torch.reshape(x, (6,)), x.view(torch.int64).shape, torch.ravel(x).shape)  # expect: tensor([[0, 1, 2],
# expect:         [3, 4, 5]]) tensor([[0, 1],
# expect:         [2, 3],
# expect:         [4, 5]]) torch.Size([3, 2]) torch.Size([3, 2]) tensor([0, 1, 2, 3, 4, 5]) torch.Size([6]) torch.Size([6])
