import torch
import torch.nn as nn


net = nn.Sequential(nn.Linear(1, 1, bias=False))
with torch.no_grad():
    net[0].weight.fill_(2.0)
state = net.state_dict()
print(state)  # expect: OrderedDict([('0.weight', tensor([[2.]]))])
print(state["0.weight"].requires_grad, list(net.state_dict(prefix="net.")))  # expect: False ['net.0.weight']
other = nn.Sequential(nn.Linear(1, 1, bias=False))
print(other.load_state_dict(state))  # expect: <All keys matched successfully>
print(other[0].weight)  # expect: Parameter containing:
# expect: tensor([[2.]], requires_grad=True)
