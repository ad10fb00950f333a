import torch
from torch import nn


def error(f):
    try:
        f()
    except RuntimeError as e:
        return str(e)
    return "fine"


def assign(x):
    x[0] = 5.0


def subtract(x):
    x -= 0.1


w = torch.tensor([1.0, 2.0], requires_grad=True)
p = nn.Parameter(torch.ones(2, 2))
print(error(lambda: assign(w)))  # expect: a view of a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: subtract(w)))  # expect: a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: p.fill_(0)))  # expect: a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: p.zero_()))  # expect: a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: p[0].mul_(2)))  # expect: a view of a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: p.T.add_(1)))  # expect: a view of a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: p.data.zero_()), p)  # expect: fine Parameter containing:
# expect: tensor([[0., 0.],
# expect:         [0., 0.]], requires_grad=True)


w.detach()[0] = 5.0
print(w)  # expect: tensor([5., 2.], requires_grad=True)

with torch.no_grad():
    assign(p)
    subtract(w)
print(w, p)  # expect: tensor([4.9000, 1.9000], requires_grad=True) Parameter containing:
# expect: tensor([[5., 5.],
# expect:         [0., 0.]], requires_grad=True)


# On a copy it is an operation like others.
c = w.clone()
c[0] = 0.0
c.mul_(3)
print(c)  # expect: tensor([0.0000, 5.7000], grad_fn=<MulBackward0>)
c.sum().backward()
print(w.grad)  # expect: tensor([0., 3.])

buffer = torch.zeros(3)
buffer[:2] = w * 2  # now it has a graph of its own
print(buffer)  # expect: tensor([9.8000, 3.8000, 0.0000], grad_fn=<CopySlices>)
buffer.sum().backward()
print(w.grad)  # expect: tensor([2., 5.])
w.data -= 0.5 * w.grad
print(w)  # expect: tensor([ 3.9000, -0.6000], requires_grad=True)
w -= w.grad  # expect RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
