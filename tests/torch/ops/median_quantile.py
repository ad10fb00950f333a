import torch

x = torch.tensor([[1.0, 3.0, 2.0], [4.0, 4.0, 6.0]])
print(x.median(), torch.median(x, dim=1))  # expect: tensor(3.) torch.return_types.median(
# expect: values=tensor([2., 4.]),
# expect: indices=tensor([2, 1]))
print(x.quantile(0.5), torch.logsumexp(x, 1))  # expect: tensor(3.5000) tensor([3.4076, 6.2395])
