import torch
from torch.autograd import Function


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return 2 * x * grad_output


class MyReLU(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input


class Softmax(Function):
    @staticmethod
    def forward(ctx, x, dim):
        e = (x - x.max(dim, keepdim=True).values).exp()
        p = e / e.sum(dim, keepdim=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, g):
        p, = ctx.saved_tensors
        return p * (g - (p * g).sum(ctx.dim, keepdim=True)), None


class Linear(Function):
    @staticmethod
    def forward(ctx, x, w, b=None):
        ctx.save_for_backward(x, w, b)
        out = x @ w.T
        return out if b is None else out + b

    @staticmethod
    def backward(ctx, g):
        x, w, b = ctx.saved_tensors
        gx = g @ w if ctx.needs_input_grad[0] else None
        return gx, g.T @ x, g.sum(0) if b is not None else None


x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = Square.apply(x)
print(y, type(y.grad_fn).__name__)  # expect: tensor([1., 4., 9.], grad_fn=<SquareBackward>) SquareBackward
y.sum().backward()
print(x.grad)  # expect: tensor([ 2., -4.,  6.])
x.grad = None
MyReLU.apply(x).sum().backward()
print(x.grad)  # expect: tensor([1., 0., 1.])
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
b = torch.zeros(2, requires_grad=True)
(Linear.apply(torch.ones(3, 2), w, b) * torch.tensor([1.0, 2.0])).sum().backward()
print(w.grad, b.grad)  # expect: tensor([[3., 3.],
# expect:         [6., 6.]]) tensor([3., 6.])

Linear.apply(torch.ones(3, 2), w).sum().backward()
print(w.grad)  # expect: tensor([[6., 6.],
# expect:         [9., 9.]])
