import torch

x = torch.tensor([[3, 1, 2], [9, 9, 0]])
print(x.max(), x.min(dim=1))  # expect: tensor(9) torch.return_types.min(
# expect: values=tensor([1, 0]),
# expect: indices=tensor([1, 2]))
print(x.argmax(), x.argmax(dim=-1), x.amax(dim=0))  # expect: tensor(3) tensor([0, 0]) tensor([9, 9, 2])
values, indices = x.max(dim=0)
print(values, indices)  # expect: tensor([9, 9, 2]) tensor([1, 1, 0])
