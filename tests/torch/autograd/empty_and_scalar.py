import torch
import torch.nn.functional as F

e = torch.zeros(0, 3, requires_grad=True)
e.sum().backward()
print(e.grad, e.grad.shape)  # expect: tensor([], size=(0, 3)) torch.Size([0, 3])
w = torch.ones(3, 2, requires_grad=True)
(e @ w).sum().backward()
print(w.grad)  # expect: tensor([[0., 0.],
# expect:         [0., 0.],
# expect:         [0., 0.]])
print(torch.cat([e, w.T]).shape, e.sum(0))  # expect: torch.Size([2, 3]) tensor([0., 0., 0.], grad_fn=<SumBackward1>)
e.mean().backward()
print(e.grad)  # expect: tensor([], size=(0, 3))
s = torch.tensor(3.0, requires_grad=True)
s.backward()
print(s.grad)  # expect: tensor(1.)
s.grad = None
(s.view(1, 1) * torch.ones(2, 2)).sum().backward()
print(s.grad)  # expect: tensor(4.)
s.grad = None
s.expand(2, 3).sum().backward()
print(s.grad, s.grad.shape)  # expect: tensor(6.) torch.Size([])
s.grad = None
torch.stack([s, s * 2]).prod().backward()
print(s.grad)  # expect: tensor(12.)
s.grad = None
(s[None] @ torch.tensor([2.0])).backward()
print(s.grad, s.unsqueeze(0).shape)  # expect: tensor(2.) torch.Size([1])
s.grad = None
s.mean().softmax(0).backward()
print(s.grad)  # expect: tensor(0.)
one = torch.tensor([5.0], requires_grad=True)
one.std(unbiased=False).backward()
print(one.grad)  # expect: tensor([0.])
one.grad = None
one.max().backward()
print(one.grad)  # expect: tensor([1.])
x = torch.arange(6.0).view(2, 3).requires_grad_()
x[:, 3:].sum().backward()
print(x.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.]])
x.grad = None
x[torch.tensor([], dtype=torch.long)].sum().backward()
print(x.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.]])
x.grad = None
x[x > 100].sum().backward()
print(x.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.]])
empty = torch.zeros(2, 0)
print((x.T @ empty).shape, F.softmax(empty, 1).shape)  # expect: torch.Size([3, 0]) torch.Size([2, 0])
(x.T @ empty).sum().backward()
print(x.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.]])
F.cross_entropy(x[:0], torch.zeros(0, dtype=torch.long)).backward()
print(x.grad)  # expect: tensor([[0., 0., 0.],
# expect:         [0., 0., 0.]])
