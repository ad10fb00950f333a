import torch
from torch.autograd import Function


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad_output):
        result, = ctx.saved_tensors
        return grad_output * result


class MinMax(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.shape = x.shape
        ctx.at = x.argmin().item(), x.argmax().item()
        ctx.asked = ctx.needs_input_grad
        return x.min(), x.max()

    @staticmethod
    def backward(ctx, low, high):
        g = torch.zeros(ctx.shape)
        g[ctx.at[0]] += low
        g[ctx.at[1]] += high
        return g


class Round(Function):  # straight through
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, g):
        return g


class Reverse(Function):  # gradient reversal
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return -ctx.factor * g, None


class Wrong(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, g):
        return g


x = torch.tensor([0.0, 2.0, 1.4], requires_grad=True)
e = Exp.apply(x)
g, = torch.autograd.grad(e.sum(), x, create_graph=True)
print(torch.autograd.grad(g.sum(), x))  # expect: (tensor([1.0000, 7.3891, 4.0552]),)
low, high = MinMax.apply(x)
print(low, high)  # expect: tensor(0., grad_fn=<MinMaxBackward>) tensor(2., grad_fn=<MinMaxBackward>)
(low * 3 + high * 5).backward()
print(x.grad)  # expect: tensor([3., 5., 0.])
x.grad = None
print(Round.apply(x))  # expect: tensor([0., 2., 1.], grad_fn=<RoundBackward>)
Round.apply(x).sum().backward()
print(x.grad)  # expect: tensor([1., 1., 1.])
x.grad = None
Reverse.apply(x, 0.5).sum().backward()
print(x.grad)  # expect: tensor([-0.5000, -0.5000, -0.5000])
print(Exp.apply(torch.zeros(2)), Exp.apply(x.detach()).requires_grad)  # expect: tensor([1., 1.]) False
with torch.no_grad():
    print(Exp.apply(x).requires_grad)  # expect: False
Wrong.apply(x, x).sum().backward()  # expect RuntimeError: function WrongBackward returned an incorrect number of gradients (expected 2, got 1)
