import torch
from torch import autograd
from torch.autograd import Variable, grad, no_grad

x = Variable(torch.ones(2), requires_grad=True)
print(x, type(x).__name__)  # expect: tensor([1., 1.], requires_grad=True) Tensor
with torch.autograd.no_grad():
    print((x * 2).requires_grad)  # expect: False
with no_grad(), torch.autograd.enable_grad():
    print((x * 2).requires_grad)  # expect: True
with autograd.set_grad_enabled(False):
    print(torch.is_grad_enabled())  # expect: False
with torch.autograd.inference_mode():
    print(torch.is_grad_enabled())  # expect: False
print(grad((x ** 3).sum(), x))  # expect: (tensor([3., 3.]),)
autograd.backward((x ** 2).sum())
print(x.grad)  # expect: tensor([2., 2.])
print(autograd.grad(outputs=(x * 3).sum(), inputs=[x], create_graph=False, retain_graph=False, only_inputs=True))  # expect: (tensor([3., 3.]),)
(x * x).sum().backward(inputs=[x])
print(x.grad)  # expect: tensor([4., 4.])
w = torch.ones(2, requires_grad=True)
(x * w).sum().backward(inputs=w)
print(x.grad, w.grad)  # expect: tensor([4., 4.]) tensor([1., 1.])
