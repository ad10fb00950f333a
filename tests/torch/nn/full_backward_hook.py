import torch
import torch.nn as nn

torch.manual_seed(0)
linear = nn.Linear(2, 3)


def show(module, grad_input, grad_output):
    print(type(module).__name__, grad_input, grad_output)


handle = linear.register_full_backward_hook(show)
x = torch.ones(1, 2, requires_grad=True)
y = linear(x)
print(y)
y.sum().backward()
print(x.grad, linear.weight.grad)
linear(torch.ones(1, 2)).pow(2).sum().backward()
handle.remove()
linear(x).sum().backward()
model = nn.Sequential(linear, nn.ReLU(), nn.Linear(3, 1))
for layer in model:
    layer.register_full_backward_hook(show)
twice = linear.register_full_backward_hook(lambda m, gi, go: tuple(None if g is None else g * 2 for g in gi))
x.grad = None
model(x).sum().backward()
print(x.grad)
twice.remove()
attention = nn.MultiheadAttention(4, 2, batch_first=True)
attention.register_full_backward_hook(
    lambda m, gi, go: print([g if g is None else g.shape for g in gi], [g if g is None else g.shape for g in go]))
q = torch.randn(1, 3, 4, requires_grad=True)
attention(q, q, torch.randn(1, 3, 4))[0].sum().backward()
(attention(q, q, q)[1] ** 2).sum().backward()
with torch.no_grad():
    print(linear(x))


class Both(nn.Module):
    def forward(self, a, b=None):
        return a * 2, b


both = Both()
both.register_full_backward_hook(lambda m, gi, go: print("both", gi, go))
a, b = both(x, x * 3)
(a + b).sum().backward()
both(x, 5)[0].sum().backward()
linear.register_full_backward_hook(lambda m, gi, go: (gi[0], None))
# expect: tensor([[ 0.3600, -0.5417, -0.1455]], grad_fn=<BackwardHookFunctionBackward>)
# expect: Linear (tensor([[-0.8596,  0.0486]]),) (tensor([[1., 1., 1.]]),)
# expect: tensor([[-0.8596,  0.0486]]) tensor([[1., 1.],
# expect:         [1., 1.],
# expect:         [1., 1.]])
# expect: Linear (None,) (tensor([[ 0.7200, -1.0834, -0.2910]]),)
# expect: Linear (tensor([[ 0.1528, -0.1745, -0.1135]]),) (tensor([[1.]]),)
# expect: ReLU (tensor([[0.1528, 0.0000, 0.0000]]),) (tensor([[ 0.1528, -0.1745, -0.1135]]),)
# expect: Linear (tensor([[-0.0008,  0.0580]]),) (tensor([[0.1528, 0.0000, 0.0000]]),)
# expect: tensor([[-0.0016,  0.1159]])
# expect: [torch.Size([1, 3, 4]), torch.Size([1, 3, 4]), torch.Size([1, 3, 4])] [torch.Size([1, 3, 4]), None]
# expect: [torch.Size([1, 3, 4]), torch.Size([1, 3, 4]), torch.Size([1, 3, 4])] [None, torch.Size([1, 3, 3])]
# expect: tensor([[ 0.3600, -0.5417, -0.1455]])
# expect: both (tensor([[2., 2.]]), tensor([[1., 1.]])) (tensor([[1., 1.]]), tensor([[1., 1.]]))
# expect: both (tensor([[2., 2.]]), None) (tensor([[1., 1.]]), None)
# expect: Linear (tensor([[-0.8596,  0.0486]]),) (tensor([[1., 1., 1.]]),)
linear(x).sum().backward()  # expect RuntimeError: Backward hook returned an invalid number of grad_input, got 2, but expected 1
