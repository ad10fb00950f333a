import torch
import torch.nn.functional as F


x = torch.tensor([-1.0, 0.5, 2.0])
print(F.relu(x), F.gelu(x), F.silu(x))  # expect: tensor([0.0000, 0.5000, 2.0000]) tensor([-0.1587,  0.3457,  1.9545]) tensor([-0.2689,  0.3112,  1.7616])
print(F.leaky_relu(x), F.leaky_relu(x, 0.5), F.elu(x))  # expect: tensor([-0.0100,  0.5000,  2.0000]) tensor([-0.5000,  0.5000,  2.0000]) tensor([-0.6321,  0.5000,  2.0000])
print(F.softmax(x, dim=0), F.log_softmax(x, dim=-1))  # expect: tensor([0.0391, 0.1753, 0.7856]) tensor([-3.2413, -1.7413, -0.2413])
print(F.softplus(x))  # expect: tensor([0.3133, 0.9741, 2.1269])
