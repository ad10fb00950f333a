import torch

q = torch.arange(12.0).view(1, 2, 2, 3).requires_grad_()
k = torch.ones(1, 2, 2, 3, requires_grad=True)
s = torch.einsum("bhqd,bhkd->bhqk", q, k)
print(s.shape)  # expect: torch.Size([1, 2, 2, 2])
(s * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(q.grad)  # expect: tensor([[[[3., 3., 3.],
# expect:           [7., 7., 7.]],
# expect:
# expect:          [[3., 3., 3.],
# expect:           [7., 7., 7.]]]])
print(k.grad)  # expect: tensor([[[[ 9., 13., 17.],
# expect:           [12., 18., 24.]],
# expect:
# expect:          [[33., 37., 41.],
# expect:           [48., 54., 60.]]]])
r = (q.detach().requires_grad_(), k.detach().requires_grad_())
((r[0] @ r[1].transpose(-1, -2)) * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(torch.equal(r[0].grad, q.grad), torch.equal(r[1].grad, k.grad))  # expect: True True

a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
b = torch.tensor([5.0, 6.0], requires_grad=True)


def grads(equation, *args):
    out = torch.einsum(equation, *args)
    return torch.autograd.grad((out * out).sum(), set(args) and list(dict.fromkeys(args)))


print(grads("ij,j->i", a, b))  # expect: (tensor([[170., 204.],
# expect:         [390., 468.]]), tensor([268., 380.]))
print(grads("ij->ji", a))  # expect: (tensor([[2., 4.],
# expect:         [6., 8.]]),)
print(grads("ii->i", a))  # expect: (tensor([[2., 0.],
# expect:         [0., 8.]]),)
print(grads("ii", a))  # expect: (tensor([[10.,  0.],
# expect:         [ 0., 10.]]),)
print(grads("ij->", a))  # expect: (tensor([[20., 20.],
# expect:         [20., 20.]]),)
print(grads("i,j->ij", b, b))  # expect: (tensor([1220., 1464.]),)
print(grads("ij,jk,kl->il", a, a, a))  # expect: (tensor([[ 6738., 12726.],
# expect:         [10914., 20922.]]),)
print(grads("...d,d->...", a, b))  # expect: (tensor([[170., 204.],
# expect:         [390., 468.]]), tensor([268., 380.]))
print(grads("ij,ij->i", a, a))  # expect: (tensor([[ 20.,  40.],
# expect:         [300., 400.]]),)
t = torch.ones(2, 3, 2, requires_grad=True)
print(grads("bnd,de->bne", t, a)[1])  # expect: tensor([[48., 72.],
# expect:         [48., 72.]])
