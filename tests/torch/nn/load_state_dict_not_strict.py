import torch
import torch.nn as nn


net = nn.Linear(1, 1)
result = net.load_state_dict({"weight": torch.tensor([[3.0]]), "other": torch.zeros(1)}, strict=False)
print(result)  # expect: _IncompatibleKeys(missing_keys=['bias'], unexpected_keys=['other'])
print(result.missing_keys, result.unexpected_keys)  # expect: ['bias'] ['other']
print(net.weight)  # expect: Parameter containing:
# expect: tensor([[3.]], requires_grad=True)
