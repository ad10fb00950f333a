import torch

x = torch.tensor([[True, False], [True, True]])
print(x.all(), x.any(), x.all(dim=1), torch.any(x, 0, keepdim=True))  # expect: tensor(False) tensor(True) tensor([False,  True]) tensor([[True, True]])
