import torch
import torch.nn as nn


torch.manual_seed(9)
mha = nn.MultiheadAttention(6, 3, batch_first=True, bias=False)
x = torch.randn(2, 5, 6)
q, k, v = (x @ mha.in_proj_weight.T).chunk(3, dim=-1)
q, k, v = (t.view(2, 5, 3, 2).transpose(1, 2) for t in (q, k, v))
weights = torch.softmax(q @ k.transpose(-2, -1) / 2**0.5, dim=-1)
merged = (weights @ v).transpose(1, 2).reshape(2, 5, 6)
print(torch.allclose(merged @ mha.out_proj.weight.T, mha(x, x, x)[0], atol=1e-6))  # expect: True
