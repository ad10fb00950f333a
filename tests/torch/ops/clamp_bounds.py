import torch

x = torch.tensor([-2.0, 0.5, 3.0])
print(x.clamp(0, 1), x.clamp(min=0), torch.clamp(x, max=1), x.clip(-1, 1), x.clamp_min(0))  # expect: tensor([0.0000, 0.5000, 1.0000]) tensor([0.0000, 0.5000, 3.0000]) tensor([-2.0000,  0.5000,  1.0000]) tensor([-1.0000,  0.5000,  1.0000]) tensor([0.0000, 0.5000, 3.0000])
x.clamp_(max=0)
print(x)  # expect: tensor([-2.,  0.,  0.])
