import torch
import torch.nn.functional as F
from torch.autograd import gradcheck, gradgradcheck


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    scores = scores.masked_fill(torch.ones(3, 3).triu(1).bool(), float("-inf"))
    return F.softmax(scores, dim=-1) @ v


torch.manual_seed(0)
q, k, v = (torch.randn(2, 3, 4, dtype=torch.float64, requires_grad=True) for _ in range(3))
print(gradcheck(attention, (q, k, v)))  # expect: True
print(gradgradcheck(attention, (q, k, v)))  # expect: True
print(torch.autograd.gradcheck(F.softmax, (q, -1), eps=1e-6, atol=1e-4))  # expect: True
wrong = lambda x: x * x.detach()
print(gradcheck(wrong, (q,), raise_exception=False))  # expect: False
