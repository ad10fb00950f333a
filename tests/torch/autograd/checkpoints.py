import copy
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
x, y = torch.randn(8, 2), torch.randn(8, 1)


def step(m, o):
    o.zero_grad()
    loss = ((m(x) - y) ** 2).mean()
    loss.backward()
    o.step()
    return loss.item()


for _ in range(3):
    step(model, optimizer)
shared = model.state_dict()  # not a copy
best = copy.deepcopy(model.state_dict())
saved = copy.deepcopy(optimizer.state_dict())
first = [round(step(model, optimizer), 4) for _ in range(3)]
print(torch.equal(shared["weight"], model.weight), torch.equal(best["weight"], model.weight))  # expect: True False

model.load_state_dict(best)
optimizer.load_state_dict(saved)
print([round(step(model, optimizer), 4) for _ in range(3)] == first)  # expect: True
print(first)  # expect: [1.3324, 1.2172, 1.1366]

twin = copy.deepcopy(model)
print(twin.weight is model.weight, torch.equal(twin.weight, model.weight), twin.weight.grad is None)  # expect: False True True
step(model, optimizer)
print(torch.equal(twin.weight, model.weight))  # expect: False
print(best["weight"].requires_grad, copy.deepcopy(model.weight).requires_grad)  # expect: False True
leaf = torch.ones(2, requires_grad=True)
print(copy.deepcopy(leaf), copy.copy(leaf).requires_grad)  # expect: tensor([1., 1.], requires_grad=True) True
average = nn.Linear(2, 1)
average.load_state_dict(model.state_dict())
with torch.no_grad():
    for p_average, p in zip(average.parameters(), model.parameters()):
        p_average.mul_(0.9).add_(p, alpha=0.1)
print(torch.allclose(average.weight, model.weight))  # expect: True
print(sorted(saved), saved["state"][0]["step"])  # expect: ['param_groups', 'state'] tensor(3.)
copy.deepcopy(leaf * 2)  # expect RuntimeError: Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment
