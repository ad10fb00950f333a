import torch
import torch.nn as nn


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2, bias=False)
        self.b = nn.Linear(2, 2, bias=False)
        self.b.weight = self.a.weight


tied = Tied()
print([n for n, _ in tied.named_parameters()])  # expect: ['a.weight']
print(list(tied.state_dict()))  # expect: ['a.weight', 'b.weight']
print(tied.b.weight is tied.a.weight)  # expect: True
