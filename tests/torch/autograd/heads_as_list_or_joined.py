# A list of small heads and one wide projection have the same gradients.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(2)
torch.set_default_dtype(torch.float64)
B, T, C, H = 2, 4, 6, 2
D = C // H
wide = nn.Linear(C, 3 * C, bias=False)
heads = nn.ModuleList(nn.Linear(C, 3 * D, bias=False) for _ in range(H))
with torch.no_grad():
    for h, head in enumerate(heads):
        for part in range(3):
            head.weight[part * D:(part + 1) * D] = wide.weight[part * C + h * D:part * C + (h + 1) * D]
x = torch.randn(B, T, C)
tril = torch.tril(torch.ones(T, T))


def attend(q, k, v):
    wei = q @ k.transpose(-2, -1) * q.size(-1) ** -0.5
    wei = wei.masked_fill(tril == 0, float("-inf"))
    return F.softmax(wei, dim=-1) @ v


def joined(x):
    q, k, v = (t.view(B, T, H, D).transpose(1, 2) for t in wide(x).split(C, dim=2))
    return attend(q, k, v).transpose(1, 2).reshape(B, T, C)


def listed(x):
    return torch.cat([attend(*head(x).chunk(3, dim=-1)) for head in heads], dim=-1)


a, b = joined(x), listed(x)
print(torch.allclose(a, b))  # expect: True
target = torch.randn(B, T, C)
F.mse_loss(a, target).backward()
F.mse_loss(b, target).backward()
collected = torch.stack([head.weight.grad.view(3, D, C) for head in heads], dim=1).reshape(3 * C, C)
print(torch.allclose(collected, wide.weight.grad))  # expect: True
print(wide.weight.grad[:2])  # expect: tensor([[ 0.0012, -0.0030, -0.0054, -0.0027, -0.0089, -0.0068],
# expect:         [-0.0082, -0.0073,  0.0082, -0.0076, -0.0007,  0.0066]])
print(heads[1].weight.grad[-1])  # expect: tensor([ 0.0829,  0.0956, -0.0930,  0.0773,  0.0064, -0.1636])
q = torch.einsum("btc,hdc->bhtd", x, wide.weight[:C].view(H, D, C))
print(torch.allclose(q, wide(x)[..., :C].view(B, T, H, D).transpose(1, 2)))  # expect: True
