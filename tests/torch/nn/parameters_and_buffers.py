import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("mask", torch.zeros(2))
        self.inner = nn.Linear(2, 1)
        self.plain = torch.ones(3)


m = M()
print([n for n, _ in m.named_parameters()])  # expect: ['w', 'inner.weight', 'inner.bias']
print([n for n, _ in m.named_buffers()])  # expect: ['mask']
print(list(m.state_dict()))  # expect: ['w', 'mask', 'inner.weight', 'inner.bias']
print(sum(p.numel() for p in m.parameters()))  # expect: 5
print(m.w, m.mask)  # expect: Parameter containing:
# expect: tensor([1., 1.], requires_grad=True) tensor([0., 0.])
