import torch

x = torch.tensor([0.5, 1.5, 2.345, -1.25])
print(x.round(), torch.round(x, decimals=2), x.floor(), x.ceil(), x.trunc(), torch.frac(x))  # expect: tensor([ 0.,  2.,  2., -1.]) tensor([ 0.5000,  1.5000,  2.3400, -1.2500]) tensor([ 0.,  1.,  2., -2.]) tensor([ 1.,  2.,  3., -1.]) tensor([ 0.,  1.,  2., -1.]) tensor([ 0.5000,  0.5000,  0.3450, -0.2500])
