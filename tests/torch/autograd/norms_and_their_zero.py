import torch
import torch.nn.functional as F

x = torch.tensor([[3.0, 4.0], [0.0, 0.0]], requires_grad=True)


def grad(y):
    return torch.autograd.grad(y.sum(), x)[0]


print(grad(x.norm()))  # expect: tensor([[0.6000, 0.8000],
# expect:         [0.0000, 0.0000]])
print(grad(x.norm(dim=1)))  # expect: tensor([[0.6000, 0.8000],
# expect:         [0.0000, 0.0000]])
print(grad(x.norm(dim=-1, keepdim=True)))  # expect: tensor([[0.6000, 0.8000],
# expect:         [0.0000, 0.0000]])
print(grad(x.norm(p=1)))  # expect: tensor([[1., 1.],
# expect:         [0., 0.]])
print(grad(x.norm(p=1, dim=1)))  # expect: tensor([[1., 1.],
# expect:         [0., 0.]])
print(grad(x.norm(p=float("inf"))))  # expect: tensor([[0., 1.],
# expect:         [0., 0.]])
print(grad(x.norm(p=3)))  # expect: tensor([[0.4449, 0.7908],
# expect:         [0.0000, 0.0000]])
print(grad(torch.linalg.norm(x)))  # expect: tensor([[0.6000, 0.8000],
# expect:         [0.0000, 0.0000]])
print(grad(torch.linalg.vector_norm(x, ord=2, dim=1)))  # expect: tensor([[0.6000, 0.8000],
# expect:         [0.0000, 0.0000]])
print(grad(F.normalize(x, dim=1)))  # expect: tensor([[ 3.2000e-02, -2.4000e-02],
# expect:         [ 1.0000e+12,  1.0000e+12]])
print(grad(F.normalize(x, dim=1)[:, 0]))  # expect: tensor([[ 1.2800e-01, -9.6000e-02],
# expect:         [ 1.0000e+12,  0.0000e+00]])
print(grad(x.pow(2).sum(1).sqrt()))  # expect: tensor([[0.6000, 0.8000],
# expect:         [   nan,    nan]])
print(grad((x.pow(2).sum(1) + 1e-12).sqrt()))  # expect: tensor([[0.6000, 0.8000],
# expect:         [0.0000, 0.0000]])
print(grad(x / x.norm(dim=1, keepdim=True).clamp(min=1e-8)))  # expect: tensor([[ 3.2000e-02, -2.4000e-02],
# expect:         [ 1.0000e+08,  1.0000e+08]])
print(grad(F.cosine_similarity(x, torch.tensor([[1.0, 0.0]]), dim=1)))  # expect: tensor([[ 1.2800e-01, -9.6000e-02],
# expect:         [ 1.0000e+08,  0.0000e+00]])
print(grad((x - torch.ones(2, 2)).norm()))  # expect: tensor([[ 0.5164,  0.7746],
# expect:         [-0.2582, -0.2582]])
