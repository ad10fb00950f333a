import torch

x = torch.tensor([[1.0, 5.0], [3.0, 2.0]])
print(x.amax(), x.amax(dim=1), torch.amin(x, (0, 1)), x.amin(dim=0, keepdim=True))  # expect: tensor(5.) tensor([5., 3.]) tensor(1.) tensor([[1., 2.]])
