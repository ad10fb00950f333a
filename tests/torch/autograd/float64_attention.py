import math
import torch
import torch.nn.functional as F

torch.manual_seed(42)
torch.set_printoptions(precision=10)
q = torch.randn(1, 2, 3, 4, dtype=torch.float64, requires_grad=True)
k = torch.randn(1, 2, 3, 4, dtype=torch.float64, requires_grad=True)
v = torch.randn(1, 2, 3, 4, dtype=torch.float64, requires_grad=True)


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    scores = scores.masked_fill(torch.ones(3, 3).triu(1).bool(), float("-inf"))
    return F.softmax(scores, dim=-1) @ v


out = attention(q, k, v)
print(out[0, 0])  # expect: tensor([[ 1.4174768427,  0.9893999457,  1.3602887544, -0.0935290991],
# expect:         [ 1.6359766162, -1.1513459959,  0.9674749289, -0.2865728659],
# expect:         [ 1.6220709086, -0.7007845788,  0.7875007645, -0.2277640027]],
# expect:        dtype=torch.float64, grad_fn=<SelectBackward0>)
out.pow(2).sum().backward()
print(q.grad[0, 1])  # expect: tensor([[ 0.0000000000,  0.0000000000,  0.0000000000,  0.0000000000],
# expect:         [-0.0789452767, -0.0269959312,  0.0664769636, -0.0314805067],
# expect:         [-0.2351110418,  0.0151193713, -0.0168794164, -0.8599154839]],
# expect:        dtype=torch.float64)
print(k.grad[0, 1])  # expect: tensor([[-0.1608909318,  0.0376086525,  0.1355277115,  0.0684639954],
# expect:         [-0.0019469502, -0.0102388475,  0.0456498487,  0.0083506230],
# expect:         [ 0.1628378820, -0.0273698051, -0.1811775602, -0.0768146184]],
# expect:        dtype=torch.float64)
print(v.grad[0, 0])  # expect: tensor([[ 5.1844047489,  0.5875228582,  4.0078196872, -0.5650772185],
# expect:         [ 3.4158143110, -1.9886025774,  1.8581881878, -0.5452265439],
# expect:         [ 0.7508296751, -0.3243815389,  0.3645210206, -0.1054281728]],
# expect:        dtype=torch.float64)
print(q.grad[0, :, 0])  # the first token sees only itself: its query does not matter  # expect: tensor([[0., 0., 0., 0.],
# expect:         [0., 0., 0., 0.]], dtype=torch.float64)

# One number by finite differences.
eps = 1e-6
moved = q.detach().clone()
moved[0, 1, 2, 3] += eps
up = attention(moved, k, v).pow(2).sum()
moved[0, 1, 2, 3] -= 2 * eps
down = attention(moved, k, v).pow(2).sum()
slope = ((up - down) / (2 * eps)).item()
print(abs(slope - q.grad[0, 1, 2, 3].item()) < 1e-6)  # expect: True
