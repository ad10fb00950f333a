import torch

x = torch.tensor([3.0, 1.0, 2.0])
print(x.topk(2), torch.topk(x, 1, largest=False).indices)  # expect: torch.return_types.topk(
# expect: values=tensor([3., 2.]),
# expect: indices=tensor([0, 2])) tensor([1])
