import torch

x = torch.tensor([0.0, 0.5, 1.0])
print(x.sin(), x.cos(), torch.tan(x), torch.asin(x), torch.atan(x), torch.sinh(x), x.tanh(), torch.atan2(x, torch.ones(3)))  # expect: tensor([0.0000, 0.4794, 0.8415]) tensor([1.0000, 0.8776, 0.5403]) tensor([0.0000, 0.5463, 1.5574]) tensor([0.0000, 0.5236, 1.5708]) tensor([0.0000, 0.4636, 0.7854]) tensor([0.0000, 0.5211, 1.1752]) tensor([0.0000, 0.4621, 0.7616]) tensor([0.0000, 0.4636, 0.7854])
