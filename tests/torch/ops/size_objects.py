import torch

s = torch.zeros(2, 3, 4).shape
print(s, s[0], s[-1], s[:2], s + (5,), s * 2, (1,) + s, s == (2, 3, 4), s.numel(), list(s), hash(s) == hash((2, 3, 4)))  # expect: torch.Size([2, 3, 4]) 2 4 torch.Size([2, 3]) torch.Size([2, 3, 4, 5]) torch.Size([2, 3, 4, 2, 3, 4]) (1, 2, 3, 4) True 24 [2, 3, 4] True
b, *rest = s
print(b, rest, torch.Size([1, 2]), torch.Size(), s.index(3))  # expect: 2 [3, 4] torch.Size([1, 2]) torch.Size([]) 1
