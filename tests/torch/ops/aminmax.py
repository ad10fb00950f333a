import torch

r = torch.aminmax(torch.tensor([3.0, 1.0, 2.0]))
print(r)  # expect: torch.return_types.aminmax(
# expect: min=tensor(1.),
# expect: max=tensor(3.))
print(r.min, r.max)  # expect: tensor(1.) tensor(3.)
