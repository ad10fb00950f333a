import torch
import torch.nn.functional as F

x = torch.arange(1.0, 9.0).requires_grad_()
w = torch.arange(8.0)


def grad(y):
    y = y.flatten()
    return torch.autograd.grad((y * torch.arange(1.0, 1 + y.numel())).sum(), x)[0]


print(grad(x.repeat(2)))  # expect: tensor([10., 12., 14., 16., 18., 20., 22., 24.])
print(grad(x.repeat_interleave(2)))  # expect: tensor([ 3.,  7., 11., 15., 19., 23., 27., 31.])
print(grad(x.view(2, 4).repeat_interleave(2, dim=0)))  # expect: tensor([ 6.,  8., 10., 12., 22., 24., 26., 28.])
print(grad(x.view(2, 1, 4).expand(2, 3, 4)))  # expect: tensor([15., 18., 21., 24., 51., 54., 57., 60.])
print(grad(x.tile(2)[:10]))  # expect: tensor([10., 12.,  3.,  4.,  5.,  6.,  7.,  8.])
print(grad(F.pad(x, (1, 2), value=9.0)))  # expect: tensor([2., 3., 4., 5., 6., 7., 8., 9.])
print(grad(F.pad(x.view(2, 4), (-1, 0, 1, 0))))  # expect: tensor([0., 4., 5., 6., 0., 7., 8., 9.])
print(grad(x.unfold(0, 3, 2)))  # expect: tensor([ 1.,  2.,  7.,  5., 13.,  8.,  9.,  0.])
print(grad(x.view(2, 4).T))  # expect: tensor([1., 3., 5., 7., 2., 4., 6., 8.])
print(grad(x.view(4, 2).roll((1, 1), (0, 1))))  # expect: tensor([4., 3., 6., 5., 8., 7., 2., 1.])
print(grad(torch.meshgrid(x[:2], x[2:4], indexing="ij")[0]))  # expect: tensor([3., 7., 0., 0., 0., 0., 0., 0.])
print(grad(torch.broadcast_to(x[:1], (3, 2))))  # expect: tensor([21.,  0.,  0.,  0.,  0.,  0.,  0.,  0.])
print(grad(torch.hstack([x, x[:2]])), grad(torch.column_stack([x, x * 2])))  # expect: tensor([10., 12.,  3.,  4.,  5.,  6.,  7.,  8.]) tensor([ 5., 11., 17., 23., 29., 35., 41., 47.])
print(grad(torch.outer(x[:2], x[2:4])))  # expect: tensor([11., 25.,  7., 10.,  0.,  0.,  0.,  0.])
print(grad(x.as_strided((3, 3), (1, 2))))  # expect: tensor([ 1.,  4.,  9.,  5., 11.,  6.,  9.,  0.])
print(grad(x.as_strided((2, 4), (1, 1))))  # expect: tensor([ 1.,  7.,  9., 11.,  8.,  0.,  0.,  0.])
print(grad(x.view(2, 2, 2).mT), grad(x.view(2, 4).mT.contiguous().ravel()))  # expect: tensor([1., 3., 2., 4., 5., 7., 6., 8.]) tensor([1., 3., 5., 7., 2., 4., 6., 8.])
print(grad(x.view(2, 4).flip(1)), grad(x.view(2, 4).fliplr()))  # expect: tensor([4., 3., 2., 1., 8., 7., 6., 5.]) tensor([4., 3., 2., 1., 8., 7., 6., 5.])
print(grad(x.view(2, 4).tril(1).triu(-1)))  # expect: tensor([1., 2., 0., 0., 5., 6., 7., 0.])
print(grad(torch.diag(x[:3])))  # expect: tensor([1., 5., 9., 0., 0., 0., 0., 0.])
print(grad(x.swapaxes(0, 0)))  # expect: tensor([1., 2., 3., 4., 5., 6., 7., 8.])
print(grad(x.to(torch.float64)), grad(x.contiguous()), grad(x.type(torch.float64)))  # expect: tensor([1., 2., 3., 4., 5., 6., 7., 8.]) tensor([1., 2., 3., 4., 5., 6., 7., 8.]) tensor([1., 2., 3., 4., 5., 6., 7., 8.])
print(grad(x.nan_to_num()), grad(x.view_as(w)), grad(x.expand_as(torch.ones(2, 8))))  # expect: tensor([1., 2., 3., 4., 5., 6., 7., 8.]) tensor([1., 2., 3., 4., 5., 6., 7., 8.]) tensor([10., 12., 14., 16., 18., 20., 22., 24.])
