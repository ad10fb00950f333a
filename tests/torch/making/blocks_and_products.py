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
print(torch.block_diag())  # expect: tensor([], size=(1, 0))
print(torch.kron(a, b))  # expect: tensor([[ 0.5000,  2.0000, -1.0000, -4.0000,  0.2500,  1.0000],
# expect:         [-1.0000,  1.0000,  2.0000, -2.0000, -0.5000,  0.5000],
# expect:         [ 1.5000,  6.0000,  0.0000,  0.0000,  2.0000,  8.0000],
# expect:         [-3.0000,  3.0000, -0.0000,  0.0000, -4.0000,  4.0000]])
print(torch.kron(a, torch.ones(2)))  # expect: tensor([[ 1.0000,  1.0000, -2.0000, -2.0000,  0.5000,  0.5000],
# expect:         [ 3.0000,  3.0000,  0.0000,  0.0000,  4.0000,  4.0000]])
print(torch.kron(torch.eye(2), torch.ones(2, 2, 2)).shape)  # expect: torch.Size([2, 4, 4])
print(torch.kron(torch.tensor(2.0), b))  # expect: tensor([[ 1.,  4.],
# expect:         [-2.,  2.]])
print(torch.kron(torch.tensor(2.0), torch.tensor(3.0)))  # expect: tensor(6.)
print(torch.dstack([a, a]).shape, torch.dstack((torch.ones(1), torch.zeros(1))))  # expect: torch.Size([2, 3, 2]) tensor([[[1., 0.]]])
print(torch.dstack([a]).shape)  # expect: torch.Size([2, 3, 1])
print(torch.logaddexp(torch.tensor([1.0, -inf, inf, -inf, 3.0]), torch.tensor([2.0, -inf, inf, 5.0, 3.0])))  # expect: tensor([2.3133,   -inf,    inf, 5.0000, 3.6931])
print(torch.logaddexp(a, b[:, :1]))  # expect: tensor([[1.4741, 0.5789, 1.1931],
# expect:         [3.0181, 0.3133, 4.0067]])
x = torch.ones(2, 2, requires_grad=True)
def grad(y):
    return torch.autograd.grad((y * torch.arange(y.numel()).view(y.shape)).sum(), x)[0]
print(grad(torch.block_diag(x, x * 2)))  # expect: tensor([[20., 23.],
# expect:         [32., 35.]])
print(grad(torch.kron(x, b)))  # expect: tensor([[ 3.,  8.],
# expect:         [23., 28.]])
print(grad(torch.dstack([x, b])))  # expect: tensor([[0., 2.],
# expect:         [4., 6.]])
print(grad(torch.logaddexp(x, b)))  # expect: tensor([[0.0000, 0.2689],
# expect:         [1.7616, 1.5000]])
for wrong in (lambda: torch.block_diag(torch.ones(2, 2, 2)), lambda: torch.dstack([])):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)  # expect: RuntimeError torch.block_diag: Input tensors must have 2 or fewer dimensions. Input 0 has 3 dimensions
# expect: RuntimeError dstack expects a non-empty TensorList
