import torch

x = torch.tensor([1.0, 3.0, 2.0])
print(torch.cumprod(x, 0))  # expect: tensor([1., 3., 6.])
print(x.cummax(0))  # expect: torch.return_types.cummax(
# expect: values=tensor([1., 3., 3.]),
# expect: indices=tensor([0, 1, 1]))
