import torch
import torch.nn as nn


class Doubled(nn.Linear):
    def __init__(self, d):
        super().__init__(d, d, bias=False)

    def reset_parameters(self):
        nn.init.eye_(self.weight)

    def forward(self, x):
        return 2 * super().forward(x)


m = Doubled(2)
print(m(torch.tensor([[1.0, 2.0]])))  # expect: tensor([[2., 4.]], grad_fn=<MulBackward0>)
print(m, isinstance(m, nn.Linear))  # expect: Doubled(in_features=2, out_features=2, bias=False) True
