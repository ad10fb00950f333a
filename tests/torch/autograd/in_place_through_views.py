import torch

x = torch.ones(2, 3, requires_grad=True)
y = x * 2
y[:, 0] = 0.0
y[0].add_(torch.tensor([1.0, 2.0, 3.0]))
y.t()[2].mul_(10)
print(y)  # expect: tensor([[ 1.,  4., 50.],
# expect:         [ 0.,  2., 20.]], grad_fn=<CopySlices>)
y.sum().backward()
print(x.grad)  # expect: tensor([[ 0.,  2., 20.],
# expect:         [ 0.,  2., 20.]])

x.grad = None
y = x.clone()
flat = y.view(-1)
flat[::2] *= 3
print(type(flat.grad_fn).__name__, type(y.grad_fn).__name__, y.is_leaf)  # expect: AsStridedBackward0 CopySlices False
(y ** 2).sum().backward()
print(x.grad)  # expect: tensor([[18.,  2., 18.],
# expect:         [ 2., 18.,  2.]])

# A parameter written into a fresh tensor, row by row.
w = torch.tensor([1.0, 2.0], requires_grad=True)
out = torch.empty(3, 2)
for i in range(3):
    out[i] = w * i
print(out)  # expect: tensor([[0., 0.],
# expect:         [1., 2.],
# expect:         [2., 4.]], grad_fn=<CopySlices>)
out.sum().backward()
print(w.grad)  # expect: tensor([3., 3.])


def error(f):
    try:
        f()
        return "fine"
    except RuntimeError as e:
        return str(e).splitlines()[0]


v = (w * 1).unbind()[0]
print(error(lambda: v.mul_(2))[:120])  # expect: Output 0 of UnbindBackward0 is a view and is being modified inplace. This view is the output of a function that returns
e = (w * 1).expand(3, 2)
print(error(lambda: e.add_(1))[:120])  # expect: unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone()
d = w.detach()
d.add_(5)
print(w, d._version, w._version)  # expect: tensor([6., 7.], requires_grad=True) 1 1
s = (w * w).sum()
w.data.add_(1)  # .data hides the change: the gradient is silently wrong
s.backward()
print(w.grad)  # expect: tensor([17., 19.])
w.grad = None
s = (w * w).sum()
with torch.no_grad():
    w.add_(1)
print(error(lambda: s.backward())[:140])  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [2]] is at version 2; exp
