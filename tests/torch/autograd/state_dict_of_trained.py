from collections import OrderedDict
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(OrderedDict([("fc", nn.Linear(2, 2)), ("norm", nn.LayerNorm(2)), ("out", nn.Linear(2, 1))]))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.tensor([[1.0, -1.0], [0.5, 2.0]])).pow(2).sum().backward()
    optimizer.step()
sd = model.state_dict()
print(type(sd).__name__, list(sd))  # expect: OrderedDict ['fc.weight', 'fc.bias', 'norm.weight', 'norm.bias', 'out.weight', 'out.bias']
print(all(not v.requires_grad for v in sd.values()), sd["fc.weight"].grad_fn, sd["fc.weight"].is_leaf)  # expect: True None True
print(sd["out.weight"])  # expect: tensor([[0.4518, 0.0987]])
other = nn.Sequential(OrderedDict([("fc", nn.Linear(2, 2)), ("norm", nn.LayerNorm(2)), ("out", nn.Linear(2, 1))]))
print(other.load_state_dict(sd))  # expect: <All keys matched successfully>
print(other.fc.weight.requires_grad, other.fc.weight.grad, torch.equal(other.fc.weight, model.fc.weight))  # expect: True None True
print(other.fc.weight.data_ptr() == model.fc.weight.data_ptr())  # expect: False
print(model.load_state_dict({k: v * 0 for k, v in sd.items()}), model.out.weight)  # expect: <All keys matched successfully> Parameter containing:
# expect: tensor([[0., 0.]], requires_grad=True)
print(sd["out.weight"])  # it shows the model's own numbers  # expect: tensor([[0., 0.]])
state = optimizer.state_dict()
print(list(state["state"]), state["param_groups"][0]["momentum"], sorted(state["state"][0]))  # expect: [0, 1, 2, 3, 4, 5] 0.9 ['momentum_buffer']
again = torch.optim.SGD(other.parameters(), lr=0.5)
again.load_state_dict(state)
print(again.param_groups[0]["lr"], again.param_groups[0]["momentum"])  # expect: 0.1 0.9
buffers = [s["momentum_buffer"].norm() > 0 for s in again.state.values()]
print(buffers)  # expect: [tensor(True), tensor(True), tensor(True), tensor(True), tensor(True), tensor(True)]
part = {k: v for k, v in other.state_dict().items() if k.startswith("fc")}
print(model.load_state_dict(part, strict=False))  # expect: _IncompatibleKeys(missing_keys=['norm.weight', 'norm.bias', 'out.weight', 'out.bias'], unexpected_keys=[])
print(torch.equal(model.fc.bias, other.fc.bias))  # expect: True
print({k: tuple(v.shape) for k, v in sd.items()})  # expect: {'fc.weight': (2, 2), 'fc.bias': (2,), 'norm.weight': (2,), 'norm.bias': (2,), 'out.weight': (1, 2), 'out.bias': (1,)}
model.load_state_dict(part)  # expect RuntimeError: Error(s) in loading state_dict for Sequential:
