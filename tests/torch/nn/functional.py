import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, -2.0, 3.0]])
print(F.relu(x), F.gelu(x), F.silu(x))  # expect: tensor([[1., 0., 3.]]) tensor([[ 0.8413, -0.0455,  2.9960]]) tensor([[ 0.7311, -0.2384,  2.8577]])
print(F.softmax(x, dim=-1), F.log_softmax(x, dim=-1))  # expect: tensor([[0.1185, 0.0059, 0.8756]]) tensor([[-2.1328, -5.1328, -0.1328]])
print(F.cross_entropy(x, torch.tensor([2])), F.mse_loss(x, torch.zeros(1, 3)))  # expect: tensor(0.1328) tensor(4.6667)
print(F.one_hot(torch.tensor([1, 0]), 3), F.pad(torch.ones(2), (1, 2)))  # expect: tensor([[0, 1, 0],
# expect:         [1, 0, 0]]) tensor([0., 1., 1., 0., 0.])
