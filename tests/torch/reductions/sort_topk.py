import torch

x = torch.tensor([0.3, 0.9, 0.1, 0.9])
print(x.sort(descending=True))  # expect: torch.return_types.sort(
# expect: values=tensor([0.9000, 0.9000, 0.3000, 0.1000]),
# expect: indices=tensor([1, 3, 0, 2]))
print(x.topk(2))  # expect: torch.return_types.topk(
# expect: values=tensor([0.9000, 0.9000]),
# expect: indices=tensor([1, 3]))
print(torch.argsort(x))  # expect: tensor([2, 0, 1, 3])
