# Training that looks at a gradient: a penalty on its length, a step inside of a step.
import torch
from torch import nn

torch.set_default_dtype(torch.float64)


def penalty(act):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 8), act, nn.Linear(8, 1))
    x = torch.randn(4, 3, requires_grad=True)
    g, = torch.autograd.grad(net(x).sum(), x, create_graph=True)
    loss = ((g.norm(dim=1) - 1) ** 2).mean()
    loss.backward()
    return round(loss.item(), 5), [None if p.grad is None else round(p.grad.norm().item(), 4) for p in net.parameters()]


print(penalty(nn.Tanh()), penalty(nn.Sigmoid()))  # expect: (0.54167, [0.4464, 0.0567, 0.8776, None]) (0.8419, [0.1771, 0.011, 0.3548, None])
print(penalty(nn.GELU()), penalty(nn.SiLU()))  # expect: (0.58143, [0.4716, 0.1575, 0.8355, None]) (0.59024, [0.4653, 0.1186, 0.8295, None])
print(penalty(nn.ELU()), penalty(nn.ReLU()))  # expect: (0.44005, [0.5311, 0.0702, 1.0233, None]) (0.59291, [0.4136, 0.0, 0.8165, None])
print(penalty(nn.LayerNorm(8)), penalty(nn.Softmax(-1)), penalty(nn.LogSoftmax(-1)))  # expect: (0.26967, [0.5616, 0.112, 0.2066, None, 0.8951, None]) (0.91198, [0.0901, 0.0243, 0.1997, None]) (0.38141, [0.6109, 0.0032, 1.1901, None])
print(penalty(nn.Identity()))  # expect: (0.37812, [0.6139, None, 1.1267, None])

# The gradient of a loss after a step of gradient descent.
torch.manual_seed(1)
w = torch.tensor([1.0, -1.0], requires_grad=True)
rate = torch.tensor(0.1, requires_grad=True)
x, y = torch.randn(5, 2), torch.randn(5)
fast = w
for _ in range(3):
    g, = torch.autograd.grad(((x @ fast - y) ** 2).mean(), fast, create_graph=True)
    fast = fast - rate * g
outer = ((x @ fast - y) ** 2).mean()
outer.backward()
print(outer, w.grad, rate.grad)  # expect: tensor(0.3843, grad_fn=<MeanBackward0>) tensor([0.4457, 0.0066]) tensor(-2.0445)

# First order only: the inner gradient counts as a constant.
w.grad = None
g, = torch.autograd.grad(((x @ w - y) ** 2).mean(), w)
((x @ (w - 0.1 * g) - y) ** 2).mean().backward()
print(w.grad)  # expect: tensor([1.0739, 0.0576])

attention = nn.MultiheadAttention(4, 2, batch_first=True)
tokens = torch.randn(2, 3, 4, requires_grad=True)
out, _ = attention(tokens, tokens, tokens, attn_mask=torch.ones(3, 3).triu(1).bool())
g, = torch.autograd.grad(out[:, -1].sum(), tokens, create_graph=True)
g.pow(2).sum().backward()
print(tokens.grad[0])  # expect: tensor([[ 0.0083, -0.0783, -0.0881, -0.0248],
# expect:         [-0.0587,  0.1709,  0.0948,  0.0023],
# expect:         [ 0.0941, -0.2143,  0.1122, -0.0878]])
print([round(p.grad.norm().item(), 5) for p in attention.parameters() if p.grad is not None])  # expect: [3.43587, 0.40182, 2.07968]
