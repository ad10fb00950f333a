import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4)
w1, w2, w3 = nn.Linear(4, 6, bias=False), nn.Linear(6, 4, bias=False), nn.Linear(4, 6, bias=False)
x = torch.randn(2, 4)
print(w2(F.silu(w1(x)) * w3(x)))  # expect: tensor([[-0.0206,  0.0108, -0.0758,  0.0265],
# expect:         [-0.1974, -0.2887, -0.0246, -0.1235]], grad_fn=<MmBackward0>)
print(F.glu(torch.cat([w1(x), w3(x)], dim=-1)))  # expect: tensor([[-0.1996, -0.0985, -0.2728,  0.6306, -0.0845,  0.0341],
# expect:         [ 0.1622, -0.4943, -0.0396,  0.0370,  0.5782,  0.0970]],
# expect:        grad_fn=<GluBackward0>)
