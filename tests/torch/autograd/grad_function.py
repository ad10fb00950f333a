import torch
from torch.autograd import grad

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, -1.0], requires_grad=True)
unused = torch.zeros(2, requires_grad=True)
y = (w * x).sum()
print(grad(y, [x, w], retain_graph=True), x.grad, w.grad)  # expect: (tensor([ 3., -1.]), tensor([1., 2.])) None None
print(grad(y, (x, unused), retain_graph=True, allow_unused=True))  # expect: (tensor([ 3., -1.]), None)
(gx,) = grad(y, x)
print(gx)  # expect: tensor([ 3., -1.])
try:
    grad((w * x).sum(), [x, unused])
except RuntimeError as e:
    print(e)  # expect: One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.

middle = x * 2
out = (middle ** 2).sum()
print(grad(out, middle))  # expect: (tensor([4., 8.]),)
vector = x ** 2
print(grad(vector, x, grad_outputs=torch.tensor([1.0, 10.0])))  # expect: (tensor([ 2., 40.]),)
print(grad([(x ** 2).sum(), (x ** 3).sum()], x))  # expect: (tensor([ 5., 16.]),)
print(grad([x * 2, x * 3], x, grad_outputs=[torch.ones(2), torch.tensor([0.0, 1.0])]))  # expect: (tensor([2., 5.]),)
print(grad(x.sum(), x, create_graph=True)[0].requires_grad)  # expect: False
print(grad((x * x).sum(), x, create_graph=True))  # expect: (tensor([2., 4.], grad_fn=<AddBackward0>),)
try:
    grad(vector, x)
except RuntimeError as e:
    print(e)  # expect: grad can be implicitly created only for scalar outputs
try:
    grad(torch.ones(1).sum(), x)
except RuntimeError as e:
    print(e)  # expect: element 0 of tensors does not require grad and does not have a grad_fn
grad((x * w).sum(), torch.ones(2))  # expect RuntimeError: One of the differentiated Tensors does not require grad
