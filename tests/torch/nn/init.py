import torch
import torch.nn as nn

torch.manual_seed(3)
w = torch.empty(2, 3)
print(nn.init.xavier_uniform_(w))  # expect: tensor([[-1.0861, -0.8642, -0.4692],
# expect:         [-1.0364, -0.0622, -0.9637]])
print(nn.init.normal_(w, std=0.02))  # expect: tensor([[ 0.0153,  0.0299, -0.0104],
# expect:         [-0.0084, -0.0186,  0.0083]])
print(nn.init.zeros_(w), nn.init.constant_(w, 0.5))  # expect: tensor([[0.5000, 0.5000, 0.5000],
# expect:         [0.5000, 0.5000, 0.5000]]) tensor([[0.5000, 0.5000, 0.5000],
# expect:         [0.5000, 0.5000, 0.5000]])
