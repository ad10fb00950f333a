import torch

x = torch.tensor([1.0, 2.0, 4.0])
print(x.var(), x.var(unbiased=False), torch.std(x, dim=0, unbiased=False), torch.var_mean(x), x.var(0, keepdim=True))  # expect: tensor(2.3333) tensor(1.5556) tensor(1.2472) (tensor(2.3333), tensor(2.3333)) tensor([2.3333])
