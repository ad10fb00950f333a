import torch
import torch.nn as nn


ws = nn.ParameterDict({"a": torch.zeros(2), "b": torch.ones(1, 2)})
print(ws)  # expect: ParameterDict(
# expect:     (a): Parameter containing: [torch.FloatTensor of size 2]
# expect:     (b): Parameter containing: [torch.FloatTensor of size 1x2]
# expect: )
print(list(ws.keys()), "a" in ws, ws["b"])  # expect: ['a', 'b'] True Parameter containing:
# expect: tensor([[1., 1.]], requires_grad=True)
print([n for n, _ in ws.named_parameters()])  # expect: ['a', 'b']
