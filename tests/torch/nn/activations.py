import torch
import torch.nn as nn


x = torch.tensor([-2.0, -0.5, 0.0, 1.5])
print(nn.ReLU()(x))  # expect: tensor([0.0000, 0.0000, 0.0000, 1.5000])
print(nn.GELU()(x), nn.GELU(approximate="tanh")(x))  # expect: tensor([-0.0455, -0.1543,  0.0000,  1.3998]) tensor([-0.0454, -0.1543,  0.0000,  1.3996])
print(nn.SiLU()(x), nn.Tanh()(x), nn.Sigmoid()(x))  # expect: tensor([-0.2384, -0.1888,  0.0000,  1.2264]) tensor([-0.9640, -0.4621,  0.0000,  0.9051]) tensor([0.1192, 0.3775, 0.5000, 0.8176])
print(nn.LeakyReLU(0.1)(x), nn.ELU()(x), nn.functional.softplus(x))  # expect: tensor([-0.2000, -0.0500,  0.0000,  1.5000]) tensor([-0.8647, -0.3935,  0.0000,  1.5000]) tensor([0.1269, 0.4741, 0.6931, 1.7014])
