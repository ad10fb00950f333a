import torch
import torch.nn as nn


m = nn.Linear(2, 2)
m.note = "plain"
m.extra = nn.Parameter(torch.zeros(1))
m.inner = nn.ReLU()
print(list(m._parameters), list(m._modules), m.note)  # expect: ['weight', 'bias', 'extra'] ['inner'] plain
m.extra = None
print(m.extra, [n for n, _ in m.named_parameters()])  # expect: None ['weight', 'bias']
del m.inner
print(hasattr(m, "inner"), hasattr(m, "weight"), hasattr(m, "nothing"))  # expect: False True False
m.bias = None
print(m(torch.ones(1, 2)).shape, m)  # expect: torch.Size([1, 2]) Linear(in_features=2, out_features=2, bias=False)
