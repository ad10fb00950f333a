import torch

x = torch.arange(1.0, 10.0).view(3, 3).requires_grad_()


def grad(y, w=torch.arange(9.0).view(3, 3)):
    return torch.autograd.grad((y * w).sum(), x)[0]


print(grad(x.tril()))  # expect: tensor([[0., 0., 0.],
# expect:         [3., 4., 0.],
# expect:         [6., 7., 8.]])
print(grad(x.triu(diagonal=1)))  # expect: tensor([[0., 1., 2.],
# expect:         [0., 0., 5.],
# expect:         [0., 0., 0.]])
print(grad(torch.tril(x, -1)))  # expect: tensor([[0., 0., 0.],
# expect:         [3., 0., 0.],
# expect:         [6., 7., 0.]])
mask = torch.tril(torch.ones(3, 3))
print(grad(x * mask))  # expect: tensor([[0., 0., 0.],
# expect:         [3., 4., 0.],
# expect:         [6., 7., 8.]])
print(grad(torch.where(mask.bool(), x, 0.0)))  # expect: tensor([[0., 0., 0.],
# expect:         [3., 4., 0.],
# expect:         [6., 7., 8.]])
print(grad(x.masked_fill(mask == 0, 0.0)))  # expect: tensor([[0., 0., 0.],
# expect:         [3., 4., 0.],
# expect:         [6., 7., 8.]])
print(grad(x.masked_fill(~mask.bool(), float("-inf")).exp()))  # expect: tensor([[    0.0000,     0.0000,     0.0000],
# expect:         [  163.7945,   593.6526,     0.0000],
# expect:         [ 6579.7988, 20866.7070, 64824.6719]])
print(grad((x + (1 - mask) * -1e9).softmax(-1)))  # expect: tensor([[ 0.0000,  0.0000,  0.0000],
# expect:         [-0.1966,  0.1966,  0.0000],
# expect:         [-0.1418, -0.1408,  0.2826]])
print(grad(x.tril().sum(1, keepdim=True) / torch.arange(1.0, 4.0)[:, None]))  # expect: tensor([[3., 0., 0.],
# expect:         [6., 6., 0.],
# expect:         [7., 7., 7.]])
print(grad(torch.diag(torch.diagonal(x))))  # expect: tensor([[0., 0., 0.],
# expect:         [0., 4., 0.],
# expect:         [0., 0., 8.]])
print(grad(torch.diag_embed(x[0])))  # expect: tensor([[0., 4., 8.],
# expect:         [0., 0., 0.],
# expect:         [0., 0., 0.]])
batch = torch.ones(2, 3, 3, requires_grad=True)
batch.tril().sum().backward()
print(batch.grad[1])  # expect: tensor([[1., 0., 0.],
# expect:         [1., 1., 0.],
# expect:         [1., 1., 1.]])
keep = torch.tensor([True, True, False])  # padding of the last key
print(grad(x.masked_fill(~keep, float("-inf")).softmax(-1)))  # expect: tensor([[-0.1966,  0.1966,  0.0000],
# expect:         [-0.1966,  0.1966,  0.0000],
# expect:         [-0.1966,  0.1966,  0.0000]])
value = torch.tensor(2.0, requires_grad=True)
x.masked_fill(mask == 0, value).sum().backward()
print(value.grad, x.grad)  # expect: tensor(3.) tensor([[1., 0., 0.],
# expect:         [1., 1., 0.],
# expect:         [1., 1., 1.]])
