import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = nn.ParameterList([nn.Parameter(torch.tensor([float(i + 1)])) for i in range(3)])
        self.named = nn.ParameterDict({"left": nn.Parameter(torch.ones(2)), "right": nn.Parameter(torch.zeros(2))})
        self.hidden = [nn.Parameter(torch.ones(1))]  # a plain list: not found
        self.once = nn.Parameter(torch.empty(2, 2).fill_(0.5))

    def forward(self, x):
        for s in self.scales:
            x = x * s
        x = x * self.named["left"] + self.named["right"]
        return x @ self.once * self.hidden[0]


m = Mixture()
m(torch.tensor([[1.0, 2.0]])).sum().backward()
for_print = [(n, p.grad.tolist()) for n, p in m.named_parameters()]
print("\n".join(map(str, for_print)))  # expect: ('once', [[6.0, 6.0], [12.0, 12.0]])
# expect: ('scales.0', [18.0])
# expect: ('scales.1', [9.0])
# expect: ('scales.2', [6.0])
# expect: ('named.left', [6.0, 12.0])
# expect: ('named.right', [1.0, 1.0])
print(m.hidden[0].grad, len(list(m.parameters())))  # expect: tensor([18.]) 6
optimizer = torch.optim.SGD(m.parameters(), lr=0.1)
optimizer.step()
print(m.scales[0], m.hidden[0], m.named["right"])  # expect: Parameter containing:
# expect: tensor([-0.8000], requires_grad=True) Parameter containing:
# expect: tensor([1.], requires_grad=True) Parameter containing:
# expect: tensor([-0.1000, -0.1000], requires_grad=True)
m.scales.append(nn.Parameter(torch.zeros(1)))
print(len(m.scales), [n for n, _ in m.named_parameters()])  # expect: 4 ['once', 'scales.0', 'scales.1', 'scales.2', 'scales.3', 'named.left', 'named.right']
m.zero_grad(set_to_none=True)
m(torch.ones(1, 2)).sum().backward()
print([p.grad.abs().sum().item() for p in m.scales])  # expect: [0.0, 0.0, 0.0, 0.4224001169204712]
m.register_parameter("late", nn.Parameter(torch.ones(1)))
m.register_parameter("none", None)
print("late" in dict(m.named_parameters()), m.none, sum(1 for _ in m.parameters()))  # expect: True None 8
del m.late
print(hasattr(m, "late"))  # expect: False
print(dict(m.named_parameters())["named.left"].grad)  # expect: tensor([0., 0.])
w = nn.Parameter(torch.ones(2))
print(isinstance(w, torch.Tensor), isinstance(w * 1, nn.Parameter), isinstance(w.data, nn.Parameter), w.detach().is_leaf)  # expect: True False False True
