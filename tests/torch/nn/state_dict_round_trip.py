import torch
import torch.nn as nn

torch.manual_seed(0)
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
print(torch.equal(a.weight, b.weight))  # expect: False
print(b.load_state_dict(a.state_dict()))  # expect: <All keys matched successfully>
print(torch.equal(a.weight, b.weight))  # expect: True
