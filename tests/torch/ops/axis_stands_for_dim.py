import torch

x = torch.arange(6.0).view(2, 3)
print(x.sum(axis=1), torch.mean(x, axis=0, keepdims=True), torch.cat((x, x), axis=1).shape)  # expect: tensor([ 3., 12.]) tensor([[1.5000, 2.5000, 3.5000]]) torch.Size([2, 6])
