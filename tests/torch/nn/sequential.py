import torch
import torch.nn as nn


from collections import OrderedDict

torch.manual_seed(3)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(net(torch.ones(2, 2)))  # expect: tensor([[-0.4043],
# expect:         [-0.4043]], grad_fn=<AddmmBackward0>)
print(net[1:], len(net))  # expect: Sequential(
# expect:   (1): ReLU()
# expect:   (2): Linear(in_features=3, out_features=1, bias=True)
# expect: ) 3
named = nn.Sequential(OrderedDict([("up", nn.Linear(1, 2)), ("act", nn.GELU())]))
print(named)  # expect: Sequential(
# expect:   (up): Linear(in_features=1, out_features=2, bias=True)
# expect:   (act): GELU(approximate='none')
# expect: )
print(named.up.out_features, [n for n, _ in named.named_children()])  # expect: 2 ['up', 'act']
print(nn.Sequential()(5))  # expect: 5
