import torch

r = torch.max(torch.tensor([[1.0, 3.0], [2.0, 0.0]]), dim=1)
print(r)  # expect: torch.return_types.max(
# expect: values=tensor([3., 2.]),
# expect: indices=tensor([1, 0]))
values, indices = r
print(values, indices, r[0] is r.values, r.indices, len(r), type(r).__name__)  # expect: tensor([3., 2.]) tensor([1, 0]) True tensor([1, 0]) 2 max
