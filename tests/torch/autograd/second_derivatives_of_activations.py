import torch
import torch.nn.functional as F

x = torch.tensor([[0.5, -1.0, 2.0, -0.25]], dtype=torch.float64, requires_grad=True)


def twice(f):
    first, = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    if not first.requires_grad:
        return "no graph"
    return torch.autograd.grad((first ** 2).sum(), x)[0]


print(twice(F.glu))  # expect: tensor([[ 0.0110, -0.1212,  0.1808,  0.2306]], dtype=torch.float64)

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.SiLU(), torch.nn.Linear(8, 1))
z = torch.randn(4, 3, requires_grad=True)
g, = torch.autograd.grad(net(z).sum(), z, create_graph=True)
((g.norm(dim=1) - 1) ** 2).mean().backward()
print([None if p.grad is None else round(p.grad.norm().item(), 4) for p in net.parameters()])  # expect: [0.4816, 0.1105, 0.774, None]
