import torch
import torch.nn as nn

print(nn.Softmax(dim=-1)(torch.tensor([[0.0, 1.0]])))  # expect: tensor([[0.2689, 0.7311]])
print(nn.Softmax(dim=-1), nn.ReLU()(torch.tensor([-1.0, 2.0])), nn.Identity()(torch.ones(1)))  # expect: Softmax(dim=-1) tensor([0., 2.]) tensor([1.])
