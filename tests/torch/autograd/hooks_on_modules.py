import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
shapes, gradients = [], {}


def note(module, inputs, output):
    shapes.append((type(module).__name__, tuple(inputs[0].shape), tuple(output.shape)))


def watch(name):
    def hook(module, inputs, output):
        output.register_hook(lambda g: gradients.update({name: tuple(g.shape)}))
    return hook


handles = [m.register_forward_hook(note) for m in model]
handles += [m.register_forward_hook(watch(name)) for name, m in model.named_children()]
model(torch.ones(5, 3)).sum().backward()
print(shapes)  # expect: [('Linear', (5, 3), (5, 4)), ('ReLU', (5, 4), (5, 4)), ('Linear', (5, 4), (5, 2))]
print(gradients)  # expect: {'2': (5, 2), '1': (5, 4), '0': (5, 4)}
for h in handles:
    h.remove()
shapes.clear()
model(torch.ones(1, 3))
print(shapes)  # expect: []

layer = nn.Linear(2, 2, bias=False)
layer.weight.data = torch.eye(2)
layer.register_forward_pre_hook(lambda m, args: (args[0] * 2,))
layer.register_forward_hook(lambda m, args, out: out + 1)
x = torch.tensor([[1.0, 2.0]], requires_grad=True)
print(layer(x))  # expect: tensor([[3., 5.]], grad_fn=<AddBackward0>)
layer(x).sum().backward()
print(x.grad, layer.weight.grad)  # expect: tensor([[2., 2.]]) tensor([[2., 4.],
# expect:         [2., 4.]])

# A hook on a parameter freezes a row of it.
layer.weight.grad = None
layer.weight.register_hook(lambda g: g * torch.tensor([[0.0], [1.0]]))
layer(x).sum().backward()
print(layer.weight.grad)  # expect: tensor([[0., 0.],
# expect:         [2., 4.]])
norms = {}
for name, p in model.named_parameters():
    p.register_hook(lambda g, name=name: norms.update({name: g.dim()}))
model(torch.ones(2, 3)).sum().backward()
print(norms)  # expect: {'2.bias': 1, '2.weight': 2, '0.bias': 1, '0.weight': 2}
