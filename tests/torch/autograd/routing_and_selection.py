# Gradients through choices: top-k routing, argmax with a straight-through, argsort.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
x = torch.randn(5, 3, requires_grad=True)
gate = nn.Linear(3, 4, bias=False)
experts = nn.ModuleList(nn.Linear(3, 3, bias=False) for _ in range(4))
probs = F.softmax(gate(x), dim=-1)
weights, chosen = probs.topk(2, dim=-1)
weights = weights / weights.sum(-1, keepdim=True)
out = torch.zeros_like(x)
for e, expert in enumerate(experts):
    token, slot = torch.where(chosen == e)
    out[token] += weights[token, slot, None] * expert(x[token])
out.sum().backward()
print(chosen)  # expect: tensor([[1, 2],
# expect:         [1, 2],
# expect:         [2, 3],
# expect:         [0, 2],
# expect:         [2, 3]])
print(x.grad)  # expect: tensor([[-0.0683,  0.0956,  0.3048],
# expect:         [ 0.1254,  0.0209,  0.4320],
# expect:         [-0.5103,  0.0494,  0.5825],
# expect:         [ 0.4730,  0.0323,  0.3331],
# expect:         [ 0.0604,  0.1882,  0.7647]])
print(gate.weight.grad)  # expect: tensor([[-0.0241, -0.0357,  0.0109],
# expect:         [ 0.0152, -0.1726, -0.1249],
# expect:         [ 0.2455,  0.3779, -0.0174],
# expect:         [-0.2366, -0.1696,  0.1314]])
print([None if e.weight.grad is None else round(e.weight.grad.sum().item(), 6) for e in experts])  # expect: [-1.332777, -4.544296, -6.066915, 0.037008]

logits = torch.tensor([[1.0, 2.0, 0.5]], requires_grad=True)
soft = F.softmax(logits, -1)
hard = F.one_hot(soft.argmax(-1), 3).to(soft.dtype)
st = hard + soft - soft.detach()
print(st)  # expect: tensor([[0.0000, 1.0000, 0.0000]], grad_fn=<SubBackward0>)
(st * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(logits.grad)  # expect: tensor([[-0.2102,  0.0572,  0.1530]])
values = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)
order = values.argsort()
(values[order] * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(values.grad)  # expect: tensor([100.,   1.,  10.])
inverse = torch.empty_like(order)
inverse[order] = torch.arange(3)
values.grad = None
(values[order][inverse] * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(values.grad)  # expect: tensor([  1.,  10., 100.])
load = F.one_hot(chosen[:, 0], 4).double().mean(0)
gate.zero_grad()
balance = 4 * (load * F.softmax(gate(x), -1).mean(0)).sum()
balance.backward()
print(balance, gate.weight.grad[0])  # expect: tensor(1.0895, grad_fn=<MulBackward0>) tensor([-0.0170,  0.0120,  0.0642])
table = torch.zeros(5, requires_grad=True)  # a bias for each distance
distance = torch.arange(3)[None, :] - torch.arange(3)[:, None]
(table[distance + 2] * torch.arange(9.0).view(3, 3)).sum().backward()
print(table.grad)  # expect: tensor([ 6., 10., 12.,  6.,  2.])
