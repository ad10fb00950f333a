import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], requires_grad=True)
g = torch.tensor([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])


def grad(y, weight=g):
    return torch.autograd.grad((y * weight).sum(), x)[0]


print(grad(F.softmax(x, dim=-1)))  # expect: tensor([[ 0.0819, -0.0220, -0.0599],
# expect:         [-0.2222,  0.4444, -0.2222]])
print(grad(x.softmax(dim=0)))  # expect: tensor([[ 0.1966, -0.2100,  0.0000],
# expect:         [-0.1966,  0.2100,  0.0000]])
print(grad(F.log_softmax(x, dim=-1)))  # expect: tensor([[ 0.9100, -0.2447, -0.6652],
# expect:         [-0.6667,  1.3333, -0.6667]])
print(grad(F.softmax(x, dim=1, dtype=torch.float64)))  # expect: tensor([[ 0.0819, -0.0220, -0.0599],
# expect:         [-0.2222,  0.4444, -0.2222]])
print(grad(torch.logsumexp(x, dim=1, keepdim=True)))  # expect: tensor([[0.0900, 0.2447, 0.6652],
# expect:         [0.6667, 0.6667, 0.6667]])
print(grad(torch.log(F.softmax(x, dim=-1))))  # expect: tensor([[ 0.9100, -0.2447, -0.6652],
# expect:         [-0.6667,  1.3333, -0.6667]])
# The rows of a softmax sum to one: their sum does not move.
print(grad(F.softmax(x, dim=-1).sum(-1, keepdim=True)).abs().max() < 1e-6)  # expect: tensor(True)
# The derivative by hand.
p = F.softmax(x.detach(), -1)
by_hand = p * (g - (p * g).sum(-1, keepdim=True))
print(torch.allclose(by_hand, grad(F.softmax(x, -1))))  # expect: True
e = torch.exp(x - x.max(dim=-1, keepdim=True).values)
print(torch.allclose(grad(e / e.sum(-1, keepdim=True)), by_hand))  # expect: True
e = torch.exp(x)
print(torch.allclose(grad(e / e.sum(-1, keepdim=True)), by_hand))  # expect: True
big = torch.tensor([1000.0, 0.0, -1000.0], requires_grad=True)
F.log_softmax(big, 0)[1].backward()
print(big.grad)  # expect: tensor([-1.,  1.,  0.])
big.grad = None
(big.exp() / big.exp().sum())[0].backward()
print(big.grad)  # expect: tensor([nan, nan, nan])
temperature = torch.tensor(2.0, requires_grad=True)
F.softmax(x.detach() / temperature, -1)[0, 2].backward()
print(temperature.grad)  # expect: tensor(-0.0861)
print(torch.sigmoid(x)[0, 0], grad(torch.sigmoid(x)))  # expect: tensor(0.7311, grad_fn=<SelectBackward0>) tensor([[0.1966, 0.0000, 0.0000],
# expect:         [0.0000, 0.5000, 0.0000]])
