import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(123)
x = torch.ones(4, 5, requires_grad=True)
out = F.dropout(x, 0.5, training=True)
out.sum().backward()
print(out)  # expect: tensor([[2., 2., 0., 2., 2.],
# expect:         [0., 0., 0., 0., 2.],
# expect:         [0., 2., 2., 2., 2.],
# expect:         [2., 0., 2., 0., 2.]], grad_fn=<MulBackward0>)
print(torch.equal(x.grad, out.detach()))  # expect: True
x.grad = None
layer = nn.Dropout(0.2)
y = layer(x * 3)
y.sum().backward()
print(x.grad)  # expect: tensor([[3.7500, 3.7500, 3.7500, 3.7500, 3.7500],
# expect:         [3.7500, 0.0000, 3.7500, 3.7500, 3.7500],
# expect:         [3.7500, 3.7500, 3.7500, 3.7500, 3.7500],
# expect:         [3.7500, 3.7500, 3.7500, 3.7500, 3.7500]])
layer.eval()
x.grad = None
layer(x * 3).sum().backward()
print(x.grad[0])  # expect: tensor([3., 3., 3., 3., 3.])
x.grad = None
F.dropout(x, 1.0).sum().backward()
print(x.grad[0])  # expect: tensor([0., 0., 0., 0., 0.])

# Dropout on the weights of attention.
torch.manual_seed(1)
scores = torch.zeros(3, 3, requires_grad=True)
weights = F.softmax(scores, dim=-1)
dropped = nn.Dropout(0.5)(weights)
print(dropped)  # expect: tensor([[0.6667, 0.6667, 0.6667],
# expect:         [0.6667, 0.0000, 0.6667],
# expect:         [0.6667, 0.0000, 0.0000]], grad_fn=<MulBackward0>)
(dropped * torch.arange(9.0).view(3, 3)).sum().backward()
print(scores.grad)  # expect: tensor([[-0.6667,  0.0000,  0.6667],
# expect:         [ 0.2222, -1.7778,  1.5556],
# expect:         [ 2.6667, -1.3333, -1.3333]])
torch.manual_seed(7)
first = F.dropout(torch.ones(8), 0.3)
torch.manual_seed(7)
print(torch.equal(first, F.dropout(torch.ones(8), 0.3)))  # expect: True
mask = torch.bernoulli(torch.full((2, 3), 0.5))
x.grad = None
(x[:2, :3] * mask / 0.5).sum().backward()
print(mask)  # expect: tensor([[0., 1., 0.],
# expect:         [1., 0., 1.]])
print(x.grad[:2, :3])  # expect: tensor([[0., 2., 0.],
# expect:         [2., 0., 2.]])
