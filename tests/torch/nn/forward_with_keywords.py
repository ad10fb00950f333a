import torch
import torch.nn as nn


class Scale(nn.Module):
    def forward(self, x, *rest, factor=1.0, **options):
        return x * factor, len(rest), sorted(options)


print(Scale()(torch.ones(2), 1, 2, factor=3.0, mask=None))  # expect: (tensor([3., 3.]), 2, ['mask'])
