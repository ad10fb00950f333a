import torch

x = torch.tensor([[3.0, 4.0], [6.0, 8.0]])
print(x.norm(), torch.norm(x, dim=1), x.norm(p=1), x.norm(float("inf"), dim=1), torch.linalg.norm(x), torch.linalg.vector_norm(x, dim=0))  # expect: tensor(11.1803) tensor([ 5., 10.]) tensor(21.) tensor([4., 8.]) tensor(11.1803) tensor([6.7082, 8.9443])
