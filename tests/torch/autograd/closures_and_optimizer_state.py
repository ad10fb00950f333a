import torch
from torch import nn

torch.manual_seed(0)
w = nn.Parameter(torch.tensor([3.0, -3.0]))
optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.5)


def closure():
    optimizer.zero_grad()
    loss = (w ** 2).sum()
    loss.backward()
    return loss


print(optimizer.step(closure))  # expect: tensor(18., grad_fn=<SumBackward0>)
print(optimizer.step(closure), w)  # expect: tensor(11.5200, grad_fn=<SumBackward0>) Parameter containing:
# expect: tensor([ 1.6200, -1.6200], requires_grad=True)
print(optimizer.state[w])  # expect: {'momentum_buffer': tensor([ 7.8000, -7.8000])}
print(optimizer.defaults["momentum"], optimizer.param_groups[0]["params"][0] is w)  # expect: 0.5 True
adam = torch.optim.Adam([w])
print(len(adam.state), adam.defaults["lr"], adam.defaults["betas"], adam.defaults["eps"])  # expect: 0 0.001 (0.9, 0.999) 1e-08
w.grad = torch.tensor([0.0, 1.0])
adam.step()
print(adam.state[w]["exp_avg"], w)  # expect: tensor([0.0000, 0.1000]) Parameter containing:
# expect: tensor([ 1.6200, -1.6210], requires_grad=True)
names = {id(w): "w"}
print([names[id(p)] for g in adam.param_groups for p in g["params"]])  # expect: ['w']
for name, kind in (("SGD", torch.optim.SGD), ("Adam", torch.optim.Adam), ("AdamW", torch.optim.AdamW)):
    o = kind([w], lr=0.01)
    assert type(o).__name__ == name and isinstance(o, torch.optim.Optimizer)
b = nn.Parameter(torch.zeros(1))  # has no gradient: it stays
both = torch.optim.Adam([w, b], lr=0.1)
both.step()
print(b, len(both.state))  # expect: Parameter containing:
# expect: tensor([0.], requires_grad=True) 1
scale = nn.Parameter(torch.tensor(1.0))
rosen = torch.optim.Adam([scale], lr=0.3)
path = []
for _ in range(6):
    rosen.zero_grad()
    ((1 - scale) ** 2 + 10 * (2 - scale ** 2) ** 2).backward()
    rosen.step()
    path.append(round(scale.item(), 4))
print(path)  # expect: [1.3, 1.5682, 1.6284, 1.5544, 1.436, 1.3246]
