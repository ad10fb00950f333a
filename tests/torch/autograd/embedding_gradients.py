import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
table = nn.Embedding(5, 3, padding_idx=0)
print(table.weight[0])  # expect: tensor([0., 0., 0.], grad_fn=<SelectBackward0>)
ids = torch.tensor([[1, 4, 4], [2, 0, 0]])
(table(ids) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(table.weight.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [1., 2., 3.],
# expect:         [1., 2., 3.],
# expect:         [0., 0., 0.],
# expect:         [2., 4., 6.]])

plain = nn.Embedding(4, 2)
plain(torch.tensor([3, 3, 1])).pow(2).sum().backward()
print(torch.allclose(plain.weight.grad[3], 4 * plain.weight[3]), plain.weight.grad[0])  # expect: True tensor([0., 0.])
weight = torch.eye(4).requires_grad_()
picked = F.embedding(torch.tensor([2, 2]), weight)
print(picked)  # expect: tensor([[0., 0., 1., 0.],
# expect:         [0., 0., 1., 0.]], grad_fn=<EmbeddingBackward0>)
picked[:, 1].sum().backward()
print(weight.grad)  # expect: tensor([[0., 0., 0., 0.],
# expect:         [0., 0., 0., 0.],
# expect:         [0., 2., 0., 0.],
# expect:         [0., 0., 0., 0.]])
weight.grad = None
one_hot = F.one_hot(torch.tensor([2, 2]), 4).float()
(one_hot @ weight)[:, 1].sum().backward()
print(weight.grad)  # expect: tensor([[0., 0., 0., 0.],
# expect:         [0., 0., 0., 0.],
# expect:         [0., 2., 0., 0.],
# expect:         [0., 0., 0., 0.]])
weight.grad = None
weight[torch.tensor([2, 2])][:, 1].sum().backward()
print(weight.grad)  # expect: tensor([[0., 0., 0., 0.],
# expect:         [0., 0., 0., 0.],
# expect:         [0., 2., 0., 0.],
# expect:         [0., 0., 0., 0.]])

frozen = nn.Embedding.from_pretrained(torch.ones(3, 2))
print(frozen.weight.requires_grad, frozen(torch.tensor([0])).requires_grad)  # expect: False False
tuned = nn.Embedding.from_pretrained(torch.ones(3, 2), freeze=False, padding_idx=1)
tuned(torch.tensor([0, 1, 1, 2])).sum().backward()
print(tuned.weight.grad)  # expect: tensor([[1., 1.],
# expect:         [0., 0.],
# expect:         [1., 1.]])
positions = nn.Embedding(4, 3)
(table(ids) + positions(torch.arange(3))).sum().backward()
print(positions.weight.grad)  # expect: tensor([[2., 2., 2.],
# expect:         [2., 2., 2.],
# expect:         [2., 2., 2.],
# expect:         [0., 0., 0.]])
with torch.no_grad():
    table.weight[0] = 1.0
print(table(torch.tensor([0])))  # expect: tensor([[1., 1., 1.]], grad_fn=<EmbeddingBackward0>)
