import torch
from torch import nn


def error(f):
    try:
        f()
    except RuntimeError as e:
        return str(e)


x = torch.tensor([1.0, 2.0], requires_grad=True)
print(error(lambda: (x * 2).backward()))  # expect: grad can be implicitly created only for scalar outputs
print(error(lambda: torch.ones(2).sum().backward()))  # expect: element 0 of tensors does not require grad and does not have a grad_fn
y = (x * x).sum()
y.backward()
print(error(lambda: y.backward()))  # expect: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.
print(error(lambda: x.add_(1)))  # expect: a leaf Variable that requires grad is being used in an in-place operation.
z = x * 2
w = (z * z).sum()
z.add_(1)
print(error(lambda: w.backward())[:141])  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [2]], which is output 0 of
print(error(lambda: torch.autograd.grad((x * 2).sum(), torch.ones(2, requires_grad=True))))  # expect: One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.
print(error(lambda: (x * 2).backward(torch.ones(3))))  # expect: Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of torch.Size([2]).
print(torch.autograd.grad((x ** 3).sum(), x), x.grad)  # expect: (tensor([ 3., 12.]),) tensor([2., 4.])
print(torch.autograd.grad((x ** 3).sum(), [x, torch.ones(1, requires_grad=True)], allow_unused=True))  # expect: (tensor([ 3., 12.]), None)
print(error(lambda: x.detach().requires_grad_().numpy()))  # expect: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
with torch.no_grad():
    x -= 0.1 * x.grad
print(x, x.grad)  # expect: tensor([0.8000, 1.6000], requires_grad=True) tensor([2., 4.])
x.grad.zero_()
print(x.grad, x.is_leaf, (x * 1).is_leaf)  # expect: tensor([0., 0.]) True False
layer = nn.Linear(2, 1)
print(layer.weight.grad)  # expect: None
layer(torch.ones(3, 2)).sum().backward()
print(layer.weight.grad, layer.bias.grad)  # expect: tensor([[3., 3.]]) tensor([3.])
layer(torch.ones(3, 2)).sum().backward()
print(layer.weight.grad)  # expect: tensor([[6., 6.]])
layer.zero_grad(set_to_none=True)
print(layer.weight.grad)  # expect: None
