import torch

x = torch.arange(24.0).view(2, 3, 4)
print(x.sum(), x.sum(0), x.sum(dim=(0, 2)))  # expect: tensor(276.) tensor([[12., 14., 16., 18.],
# expect:         [20., 22., 24., 26.],
# expect:         [28., 30., 32., 34.]]) tensor([ 60.,  92., 124.])
print(x.mean(-1), x.mean(dim=1, keepdim=True).shape)  # expect: tensor([[ 1.5000,  5.5000,  9.5000],
# expect:         [13.5000, 17.5000, 21.5000]]) torch.Size([2, 1, 4])
print(torch.arange(5).sum(), torch.tensor([True, True]).sum())  # expect: tensor(10) tensor(2)
