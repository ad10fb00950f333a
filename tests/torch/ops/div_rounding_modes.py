import torch

a, b = torch.tensor([7.0, -7.0]), 2
print(torch.div(a, b), torch.div(a, b, rounding_mode="floor"), a.div(b, rounding_mode="trunc"))  # expect: tensor([ 3.5000, -3.5000]) tensor([ 3., -4.]) tensor([ 3., -3.])
print(a // b, a % b, torch.fmod(a, 2), torch.remainder(7, torch.tensor(4)))  # expect: tensor([ 3., -4.]) tensor([1., 1.]) tensor([ 1., -1.]) tensor(3)
