import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(2, 3, requires_grad=True)
print(x)  # expect: tensor([[ 1.5410, -0.2934, -2.1788],
# expect:         [ 0.5684, -1.0845, -1.3986]], requires_grad=True)
print(x * 1000)  # expect: tensor([[ 1540.9961,  -293.4289, -2178.7893],
# expect:         [  568.4313, -1084.5223, -1398.5955]], grad_fn=<MulBackward0>)
print(x[0], x[0, 0], [x[0, 1]])  # expect: tensor([ 1.5410, -0.2934, -2.1788], grad_fn=<SelectBackward0>) tensor(1.5410, grad_fn=<SelectBackward0>) [tensor(-0.2934, grad_fn=<SelectBackward0>)]
print((x * 2).unsqueeze(0).unsqueeze(0))  # expect: tensor([[[[ 3.0820, -0.5869, -4.3576],
# expect:           [ 1.1369, -2.1690, -2.7972]]]], grad_fn=<UnsqueezeBackward0>)
print(x.double() / 3)  # expect: tensor([[ 0.5137, -0.0978, -0.7263],
# expect:         [ 0.1895, -0.3615, -0.4662]], dtype=torch.float64,
# expect:        grad_fn=<DivBackward0>)
print(x.sum(), x.mean().double(), x.sum().half())  # expect: tensor(-2.8459, grad_fn=<SumBackward0>) tensor(-0.4743, dtype=torch.float64, grad_fn=<ToCopyBackward0>) tensor(-2.8457, dtype=torch.float16, grad_fn=<ToCopyBackward0>)
print(torch.zeros(0, 3, requires_grad=True), x[2:] * 1, x[:, :0].sum())  # expect: tensor([], size=(0, 3), requires_grad=True) tensor([], size=(0, 3), grad_fn=<MulBackward0>) tensor(0., grad_fn=<SumBackward0>)
print(torch.ones(1200, requires_grad=True) * 2)  # expect: tensor([2., 2., 2.,  ..., 2., 2., 2.], grad_fn=<MulBackward0>)
print(torch.arange(30.0, requires_grad=True) / 7)  # expect: tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000, 1.1429,
# expect:         1.2857, 1.4286, 1.5714, 1.7143, 1.8571, 2.0000, 2.1429, 2.2857, 2.4286,
# expect:         2.5714, 2.7143, 2.8571, 3.0000, 3.1429, 3.2857, 3.4286, 3.5714, 3.7143,
# expect:         3.8571, 4.0000, 4.1429], grad_fn=<DivBackward0>)
print(nn.Parameter(torch.ones(2)), nn.Parameter(torch.tensor(0.5)))  # expect: Parameter containing:
# expect: tensor([1., 1.], requires_grad=True) Parameter containing:
# expect: tensor(0.5000, requires_grad=True)
print(nn.Parameter(torch.ones(2, dtype=torch.float64), requires_grad=False))  # expect: Parameter containing:
# expect: tensor([1., 1.], dtype=torch.float64)
print({"w": nn.Parameter(torch.zeros(1)), "y": x[0].max()})  # expect: {'w': Parameter containing:
# expect: tensor([0.], requires_grad=True), 'y': tensor(1.5410, grad_fn=<MaxBackward1>)}
print(f"{x.max():.3f} {x.min().item():+.2e} {x.sum()}")  # expect: 1.541 -2.18e+00 -2.8459086418151855
print(repr(x.t() @ x), str(x.exp().log()))  # expect: tensor([[ 2.6978, -1.0686, -4.1525],
# expect:         [-1.0686,  1.2623,  2.1561],
# expect:         [-4.1525,  2.1561,  6.7032]], grad_fn=<MmBackward0>) tensor([[ 1.5410, -0.2934, -2.1788],
# expect:         [ 0.5684, -1.0845, -1.3986]], grad_fn=<LogBackward0>)
torch.set_printoptions(precision=2, sci_mode=False)
print(x * 1e-5, x.tanh())  # expect: tensor([[     0.00,     -0.00,     -0.00],
# expect:         [     0.00,     -0.00,     -0.00]], grad_fn=<MulBackward0>) tensor([[ 0.91, -0.29, -0.97],
# expect:         [ 0.51, -0.79, -0.89]], grad_fn=<TanhBackward0>)
torch.set_printoptions(profile="default")
print(x.detach(), x.data)  # expect: tensor([[ 1.5410, -0.2934, -2.1788],
# expect:         [ 0.5684, -1.0845, -1.3986]]) tensor([[ 1.5410, -0.2934, -2.1788],
# expect:         [ 0.5684, -1.0845, -1.3986]])
print(list(x.unbind())[1], x.max(dim=1))  # expect: tensor([ 0.5684, -1.0845, -1.3986], grad_fn=<UnbindBackward0>) torch.return_types.max(
# expect: values=tensor([1.5410, 0.5684], grad_fn=<MaxBackward0>),
# expect: indices=tensor([0, 0]))
print(x.topk(1, dim=1))  # expect: torch.return_types.topk(
# expect: values=tensor([[1.5410],
# expect:         [0.5684]], grad_fn=<TopkBackward0>),
# expect: indices=tensor([[0],
# expect:         [0]]))
print(nn.Linear(2, 2).bias, list(nn.Linear(1, 1).parameters()))  # expect: Parameter containing:
# expect: tensor([0.2795, 0.4243], requires_grad=True) [Parameter containing:
# expect: tensor([[-0.6779]], requires_grad=True), Parameter containing:
# expect: tensor([-0.4355], requires_grad=True)]
