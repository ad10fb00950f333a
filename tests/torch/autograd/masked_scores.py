import torch
import torch.nn.functional as F

torch.manual_seed(0)
scores = torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.5, 9.0], [1.0, 0.0, -1.0]], requires_grad=True)
mask = torch.triu(torch.ones(3, 3), diagonal=1).bool()
masked = scores.masked_fill(mask, -torch.inf)
print(masked)  # expect: tensor([[ 1.0000,    -inf,    -inf],
# expect:         [ 0.5000,  0.5000,    -inf],
# expect:         [ 1.0000,  0.0000, -1.0000]], grad_fn=<MaskedFillBackward0>)
weights = F.softmax(masked, dim=-1)
weights.retain_grad()
(weights * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(weights)  # expect: tensor([[1.0000, 0.0000, 0.0000],
# expect:         [0.5000, 0.5000, 0.0000],
# expect:         [0.6652, 0.2447, 0.0900]], grad_fn=<SoftmaxBackward0>)
print(weights.grad)  # expect: tensor([[1., 2., 3.],
# expect:         [1., 2., 3.],
# expect:         [1., 2., 3.]])
print(scores.grad)  # expect: tensor([[ 0.0000,  0.0000,  0.0000],
# expect:         [-0.2500,  0.2500,  0.0000],
# expect:         [-0.2826,  0.1408,  0.1418]])

# The same with tril() == 0, with where(), with an added mask.
def through(f):
    s = scores.detach().clone().requires_grad_()
    (F.softmax(f(s), -1) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    return torch.equal(s.grad, scores.grad)


tril = torch.tril(torch.ones(3, 3))
added = torch.full((3, 3), float("-inf")).triu(1)
print(through(lambda s: s.masked_fill(tril[:3, :3] == 0, float("-inf"))))  # expect: True
print(through(lambda s: torch.where(tril.bool(), s, torch.tensor(float("-inf")))))  # expect: True
print(through(lambda s: s + added))  # expect: True
print(through(lambda s: s.clone().masked_fill_(mask, -1e9)))  # expect: True

# Renormalised instead of masked with -inf.
s = scores.detach().clone().requires_grad_()
kept = F.softmax(s, -1) * tril
kept = kept / kept.sum(-1, keepdim=True)
(kept * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(torch.allclose(s.grad, scores.grad, atol=1e-6))  # expect: True

# A row of nothing but -inf spoils its own gradient only.
s = torch.zeros(2, 2, requires_grad=True)
rows = s.masked_fill(torch.tensor([[True, True], [False, True]]), float("-inf"))
p = rows.softmax(-1)
print(p)  # expect: tensor([[nan, nan],
# expect:         [1., 0.]], grad_fn=<SoftmaxBackward0>)
p.nansum().backward()
print(s.grad)  # expect: tensor([[0., 0.],
# expect:         [0., 0.]])
s.grad = None
p = s.masked_fill(torch.tensor([[True, True], [False, True]]), float("-inf")).softmax(-1)
p.nan_to_num(0.0)[:, 0].sum().backward()
print(s.grad)  # expect: tensor([[0., 0.],
# expect:         [0., 0.]])
