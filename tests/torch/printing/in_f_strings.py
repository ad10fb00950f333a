import torch

x = torch.tensor(2.5)
v = torch.tensor([1.0, 2.0])
print(f"{x} {x:.3f} {v} {x.item()}")  # expect: 2.5 2.500 tensor([1., 2.]) 2.5
print(f"{v = } {v.shape = }")  # expect: v = tensor([1., 2.]) v.shape = torch.Size([2])
print(f"{v.tolist()!r} {v.sum():>8.2f}|")  # expect: [1.0, 2.0]     3.00|
