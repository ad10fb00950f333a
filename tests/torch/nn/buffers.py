import torch
import torch.nn as nn


class Causal(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("mask", torch.triu(torch.ones(n, n), diagonal=1))
        self.register_buffer("cache", torch.zeros(1), persistent=False)
        self.register_buffer("later", None)


m = Causal(2)
print(m.mask)  # expect: tensor([[0., 1.],
# expect:         [0., 0.]])
print([n for n, _ in m.named_buffers()], list(m.parameters()))  # expect: ['mask', 'cache'] []
print(m.state_dict())  # expect: OrderedDict([('mask', tensor([[0., 1.],
# expect:         [0., 0.]]))])
m.mask = torch.zeros(2, 2)
print(m.mask, m.later)  # expect: tensor([[0., 0.],
# expect:         [0., 0.]]) None
