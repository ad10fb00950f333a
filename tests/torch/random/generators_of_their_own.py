import torch

g = torch.Generator().manual_seed(7)
print(torch.randn(3, generator=g), torch.randint(0, 5, (3,), generator=g))  # expect: tensor([-0.1468,  0.7861,  0.9468]) tensor([3, 1, 3])
torch.manual_seed(7)
print(torch.randn(3))  # expect: tensor([-0.1468,  0.7861,  0.9468])
print(torch.randperm(5, generator=g), g.initial_seed())  # expect: tensor([1, 0, 2, 3, 4]) 7
