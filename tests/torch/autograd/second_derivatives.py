import torch
import torch.nn.functional as F

x = torch.tensor(2.0, requires_grad=True)
y = x ** 4
first, = torch.autograd.grad(y, x, create_graph=True)
second, = torch.autograd.grad(first, x, create_graph=True)
third, = torch.autograd.grad(second, x)
print(first, second, third)  # expect: tensor(32., grad_fn=<MulBackward0>) tensor(48., grad_fn=<MulBackward0>) tensor(48.)

# backward() with create_graph: the gradient itself has a graph.
v = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
(v ** 3).sum().backward(create_graph=True)
g = v.grad
print(g.detach(), g.requires_grad)  # expect: tensor([ 3.0000, 12.0000,  0.7500]) True
v.grad = None
g.sum().backward()
print(v.grad)  # expect: tensor([  6., -12.,   3.])

# A Hessian, and its product with a vector.
A = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
u = torch.tensor([1.0, 2.0], requires_grad=True)
f = 0.5 * u @ A @ u
gu, = torch.autograd.grad(f, u, create_graph=True)
rows = [torch.autograd.grad(gu[i], u, retain_graph=True)[0] for i in range(2)]
print(torch.stack(rows))  # expect: tensor([[2., 1.],
# expect:         [1., 3.]])
print(torch.autograd.grad(gu, u, grad_outputs=torch.tensor([1.0, -1.0])))  # expect: (tensor([ 1., -2.]),)

# The penalty on a gradient, as in training with one.
w = torch.tensor([[1.0, 0.0], [0.5, -0.5]], dtype=torch.float64, requires_grad=True)
q = torch.tensor([[1.0, 2.0]], dtype=torch.float64, requires_grad=True)
p = F.softmax(q @ w, dim=-1)[0, 0]
gq, = torch.autograd.grad(p, q, create_graph=True)
penalty = (gq.norm() - 1) ** 2
penalty.backward()
print(gq)  # expect: tensor([[0.0452, 0.0452]], dtype=torch.float64, grad_fn=<MmBackward0>)
print(w.grad)  # expect: tensor([[ 0.0485, -0.0485],
# expect:         [ 0.1567, -0.1567]], dtype=torch.float64)
