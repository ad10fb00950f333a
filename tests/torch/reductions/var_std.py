import torch

x = torch.tensor([1.0, 2.0, 4.0, 8.0])
print(x.var(), x.std(), x.var(unbiased=False), torch.std(x, dim=0))  # expect: tensor(9.5833) tensor(3.0957) tensor(7.1875) tensor(3.0957)
print(torch.zeros(1).std())  # expect: tensor(nan)
