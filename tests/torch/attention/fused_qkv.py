import torch
import torch.nn as nn

torch.manual_seed(9)
x = torch.randn(1, 4, 6)
qkv = nn.Linear(6, 18, bias=False)(x)
q, k, v = qkv.chunk(3, dim=-1)
print(q.shape, q.is_contiguous(), q.stride())  # expect: torch.Size([1, 4, 6]) False (72, 18, 1)
a, b, c = qkv.view(1, 4, 3, 2, 3).permute(2, 0, 3, 1, 4)
print(a.shape)  # expect: torch.Size([1, 2, 4, 3])
print(torch.equal(a.transpose(1, 2).reshape(1, 4, 6), q))  # expect: True
