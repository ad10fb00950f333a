import torch
import torch.nn.functional as F
from torch.autograd.functional import hessian, jacobian

x = torch.tensor([1.0, 2.0, 3.0])
print(jacobian(lambda v: torch.stack([v[0] * v[1], v[1] * v[2], v.sum()]), x))  # expect: tensor([[2., 1., 0.],
# expect:         [0., 3., 2.],
# expect:         [1., 1., 1.]])
print(hessian(lambda t: (t ** 3).sum(), torch.tensor([1.0, 2.0])))  # expect: tensor([[ 6.,  0.],
# expect:         [ 0., 12.]])
p = F.softmax(x, dim=0)
J = jacobian(lambda t: F.softmax(t, dim=0), x)
print(J)  # expect: tensor([[ 0.0819, -0.0220, -0.0599],
# expect:         [-0.0220,  0.1848, -0.1628],
# expect:         [-0.0599, -0.1628,  0.2227]])
print(torch.allclose(J, torch.diag(p) - p[:, None] * p))  # expect: True
print(jacobian(lambda a, b: a * b, (x, torch.ones(3))))  # expect: (tensor([[1., 0., 0.],
# expect:         [0., 1., 0.],
# expect:         [0., 0., 1.]]), tensor([[1., 0., 0.],
# expect:         [0., 2., 0.],
# expect:         [0., 0., 3.]]))
print(jacobian(torch.tanh, torch.zeros(2, 2)).shape)  # expect: torch.Size([2, 2, 2, 2])
