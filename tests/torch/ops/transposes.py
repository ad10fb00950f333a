import torch

x = torch.arange(6).view(2, 3)
print(x.T, x.t().shape, x.mT.shape, torch.t(x).shape, x.transpose(0, 1).shape, x.H.shape, torch.arange(3).T)  # expect: tensor([[0, 3],
# expect:         [1, 4],
# expect:         [2, 5]]) torch.Size([3, 2]) torch.Size([3, 2]) torch.Size([3, 2]) torch.Size([3, 2]) torch.Size([3, 2]) tensor([0, 1, 2])
