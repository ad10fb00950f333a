import torch
import torch.nn as nn


ws = nn.ParameterList([torch.zeros(2), nn.Parameter(torch.ones(1, 3))])
ws.append(torch.tensor(4.0))
print(ws)  # expect: ParameterList(
# expect:     (0): Parameter containing: [torch.float32 of size 2]
# expect:     (1): Parameter containing: [torch.float32 of size 1x3]
# expect:     (2): Parameter containing: [torch.float32 of size ]
# expect: )
print(len(ws), ws[-1], ws[0].requires_grad)  # expect: 3 Parameter containing:
# expect: tensor(4., requires_grad=True) True
print([tuple(w.shape) for w in ws], list(ws.state_dict()))  # expect: [(2,), (1, 3), ()] ['0', '1', '2']
