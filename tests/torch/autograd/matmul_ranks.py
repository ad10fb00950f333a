import torch

torch.manual_seed(0)


def grads(*shapes, f=torch.matmul):
    inputs = [torch.arange(1.0, 1 + torch.Size(s).numel()).view(s).requires_grad_() for s in shapes]
    out = f(*inputs)
    (out * torch.arange(1.0, 1 + out.numel()).view(out.shape)).sum().backward()
    return out.shape, [t.grad for t in inputs]


print(grads((3,), (3,)))  # expect: (torch.Size([]), [tensor([1., 2., 3.]), tensor([1., 2., 3.])])
print(grads((2, 3), (3,)))  # expect: (torch.Size([2]), [tensor([[1., 2., 3.],
# expect:         [2., 4., 6.]]), tensor([ 9., 12., 15.])])
print(grads((3,), (3, 2)))  # expect: (torch.Size([2]), [tensor([ 5., 11., 17.]), tensor([[1., 2.],
# expect:         [2., 4.],
# expect:         [3., 6.]])])
print(grads((2, 3), (3, 2)))  # expect: (torch.Size([2, 2]), [tensor([[ 5., 11., 17.],
# expect:         [11., 25., 39.]]), tensor([[13., 18.],
# expect:         [17., 24.],
# expect:         [21., 30.]])])
print(grads((2, 1, 3), (3, 2)))  # expect: (torch.Size([2, 1, 2]), [tensor([[[ 5., 11., 17.]],
# expect:
# expect:         [[11., 25., 39.]]]), tensor([[13., 18.],
# expect:         [17., 24.],
# expect:         [21., 30.]])])
print(grads((2, 2, 3), (3,)))  # expect: (torch.Size([2, 2]), [tensor([[[ 1.,  2.,  3.],
# expect:          [ 2.,  4.,  6.]],
# expect:
# expect:         [[ 3.,  6.,  9.],
# expect:          [ 4.,  8., 12.]]]), tensor([70., 80., 90.])])
print(grads((3,), (2, 3, 2)))  # expect: (torch.Size([2, 2]), [tensor([58., 78., 98.]), tensor([[[ 1.,  2.],
# expect:          [ 2.,  4.],
# expect:          [ 3.,  6.]],
# expect:
# expect:         [[ 3.,  4.],
# expect:          [ 6.,  8.],
# expect:          [ 9., 12.]]])])
print(grads((2, 2, 2), (2, 2, 2)))  # expect: (torch.Size([2, 2, 2]), [tensor([[[  5.,  11.],
# expect:          [ 11.,  25.]],
# expect:
# expect:         [[ 61.,  83.],
# expect:          [ 83., 113.]]]), tensor([[[ 10.,  14.],
# expect:          [ 14.,  20.]],
# expect:
# expect:         [[ 74.,  86.],
# expect:          [ 86., 100.]]])])
print(grads((2, 1, 1, 2), (2, 2, 1)))  # expect: (torch.Size([2, 2, 1, 1]), [tensor([[[[ 7., 10.]]],
# expect:
# expect:
# expect:         [[[15., 22.]]]]), tensor([[[10.],
# expect:          [14.]],
# expect:
# expect:         [[14.],
# expect:          [20.]]])])
print(grads((2, 2, 2), (2, 2, 1), f=torch.bmm))  # expect: (torch.Size([2, 2, 1]), [tensor([[[ 1.,  2.],
# expect:          [ 2.,  4.]],
# expect:
# expect:         [[ 9., 12.],
# expect:          [12., 16.]]]), tensor([[[ 7.],
# expect:          [10.]],
# expect:
# expect:         [[43.],
# expect:          [50.]]])])
print(grads((2, 3), (3, 2), f=torch.mm))  # expect: (torch.Size([2, 2]), [tensor([[ 5., 11., 17.],
# expect:         [11., 25., 39.]]), tensor([[13., 18.],
# expect:         [17., 24.],
# expect:         [21., 30.]])])
print(grads((2, 3), (3,), f=torch.mv))  # expect: (torch.Size([2]), [tensor([[1., 2., 3.],
# expect:         [2., 4., 6.]]), tensor([ 9., 12., 15.])])
print(grads((2,), (3,), f=torch.outer))  # expect: (torch.Size([2, 3]), [tensor([14., 32.]), tensor([ 9., 12., 15.])])
print(grads((2,), (2, 3), (3, 2), f=torch.addmm))  # expect: (torch.Size([2, 2]), [tensor([4., 6.]), tensor([[ 5., 11., 17.],
# expect:         [11., 25., 39.]]), tensor([[13., 18.],
# expect:         [17., 24.],
# expect:         [21., 30.]])])
q = torch.ones(1, 2, 3, 4, requires_grad=True)
k = torch.arange(24.0).view(1, 2, 3, 4).requires_grad_()
(q @ k.transpose(-2, -1)).sum().backward()
print(q.grad[0, :, 0], k.grad[0, 0])  # expect: tensor([[12., 15., 18., 21.],
# expect:         [48., 51., 54., 57.]]) tensor([[3., 3., 3., 3.],
# expect:         [3., 3., 3., 3.],
# expect:         [3., 3., 3., 3.]])
