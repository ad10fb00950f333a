import torch
import torch.nn.functional as F

big = torch.tensor([[100.0, 0.0, -100.0]], requires_grad=True)


def grad(y):
    return torch.autograd.grad(y.sum(), big)[0]


p = torch.exp(big) / torch.exp(big).sum()
print(p, grad(p[0, 0]))  # expect: tensor([[nan, 0., 0.]], grad_fn=<DivBackward0>) tensor([[nan, nan, nan]])
print(F.softmax(big, -1), grad(F.softmax(big, -1)[0, 1]))  # expect: tensor([[1.0000e+00, 3.7835e-44, 0.0000e+00]], grad_fn=<SoftmaxBackward0>) tensor([[-3.7835e-44,  3.7835e-44, -0.0000e+00]])
print(torch.log(F.softmax(big, -1)), grad(torch.log(F.softmax(big, -1))[0, 2]))  # expect: tensor([[  0.0000, -99.9831,     -inf]], grad_fn=<LogBackward0>) tensor([[nan, nan, nan]])
print(F.log_softmax(big, -1), grad(F.log_softmax(big, -1)[0, 2]))  # expect: tensor([[   0., -100., -200.]], grad_fn=<LogSoftmaxBackward0>) tensor([[-1.0000e+00, -3.7835e-44,  1.0000e+00]])
print(F.cross_entropy(big, torch.tensor([2])), grad(F.cross_entropy(big, torch.tensor([2]))))  # expect: tensor(200., grad_fn=<NllLossBackward0>) tensor([[ 1.0000e+00,  3.7835e-44, -1.0000e+00]])
print(F.nll_loss(torch.log(F.softmax(big, -1) + 1e-9), torch.tensor([2])))  # expect: tensor(20.7233, grad_fn=<NllLossBackward0>)
print(grad(F.nll_loss(torch.log(F.softmax(big, -1) + 1e-9), torch.tensor([2]))))  # expect: tensor([[0., 0., -0.]])
print(torch.sigmoid(big), grad(torch.sigmoid(big)))  # expect: tensor([[1.0000, 0.5000, 0.0000]], grad_fn=<SigmoidBackward0>) tensor([[0.0000, 0.2500, 0.0000]])
print(F.binary_cross_entropy(torch.sigmoid(big), torch.tensor([[0.0, 1.0, 1.0]])))  # expect: tensor(66.8977, grad_fn=<BinaryCrossEntropyBackward0>)
print(F.binary_cross_entropy_with_logits(big, torch.tensor([[0.0, 1.0, 1.0]])))  # expect: tensor(66.8977, grad_fn=<BinaryCrossEntropyWithLogitsBackward0>)
print(grad(F.binary_cross_entropy_with_logits(big, torch.tensor([[0.0, 1.0, 1.0]]))))  # expect: tensor([[ 0.3333, -0.1667, -0.3333]])
print(grad(F.binary_cross_entropy(torch.sigmoid(big), torch.tensor([[0.0, 1.0, 1.0]]))))  # expect: tensor([[ 0.0000, -0.1667, -0.0000]])
print(grad(F.softplus(big)), F.softplus(big))  # expect: tensor([[1.0000e+00, 5.0000e-01, 3.7835e-44]]) tensor([[1.0000e+02, 6.9315e-01, 3.7835e-44]], grad_fn=<SoftplusBackward0>)
print(grad(torch.tanh(big)), grad(F.gelu(big)), grad(F.silu(big)))  # expect: tensor([[0., 1., 0.]]) tensor([[1.0000, 0.5000, 0.0000]]) tensor([[1.0000, 0.5000, -0.0000]])
print(grad(torch.logsumexp(big, -1)), grad(torch.exp(big).sum().log()))  # expect: tensor([[1.0000e+00, 3.7835e-44, 0.0000e+00]]) tensor([[nan, 0., 0.]])
small = torch.full((2,), 1e-30, requires_grad=True)
(small * small).sum().backward()
print(small.grad, (small * small).detach())  # expect: tensor([2.0000e-30, 2.0000e-30]) tensor([0., 0.])
h = torch.tensor([60000.0], dtype=torch.float16, requires_grad=True)
(h * 2).sum().backward()
print((h * 2).detach(), h.grad)  # expect: tensor([inf], dtype=torch.float16) tensor([2.], dtype=torch.float16)
x = torch.tensor([float("inf"), 1.0], requires_grad=True)
(x - x).sum().backward()
print(x.grad, (x * 0).detach())  # expect: tensor([0., 0.]) tensor([nan, 0.])
