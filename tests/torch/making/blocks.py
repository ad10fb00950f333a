import torch
a = torch.tensor([[1.0, -2.0, 0.5], [3.0, 0.0, 4.0]])
b = torch.tensor([[0.5, 2.0], [-1.0, 1.0]])
inf = float("inf")
print(torch.block_diag(a, b, torch.tensor(3), torch.ones(2, dtype=torch.int64)))  # expect: tensor([[ 1.0000, -2.0000,  0.5000,  0.0000,  0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 3.0000,  0.0000,  4.0000,  0.0000,  0.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000,  0.5000,  2.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000, -1.0000,  1.0000,  0.0000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000,  0.0000,  0.0000,  3.0000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000,  0.0000,  0.0000,  0.0000,  1.0000,  1.0000]])
print(torch.logaddexp(torch.tensor([1.0, -inf, inf, -inf, 3.0]), torch.tensor([2.0, -inf, inf, 5.0, 3.0])))  # expect: tensor([2.3133,   -inf,    inf, 5.0000, 3.6931])
print(torch.logaddexp(a, b[:, :1]))  # expect: tensor([[1.4741, 0.5789, 1.1931],
# expect:         [3.0181, 0.3133, 4.0067]])
x = torch.ones(2, 2, requires_grad=True)
def grad(y):
    return torch.autograd.grad((y * torch.arange(y.numel()).view(y.shape)).sum(), x)[0]
print(grad(torch.block_diag(x, x * 2)))  # expect: tensor([[20., 23.],
# expect:         [32., 35.]])
print(grad(torch.logaddexp(x, b)))  # expect: tensor([[0.0000, 0.2689],
# expect:         [1.7616, 1.5000]])
torch.block_diag(torch.ones(2, 2, 2))  # expect RuntimeError: torch.block_diag: Input tensors must have 2 or fewer dimensions. Input 0 has 3 dimensions
