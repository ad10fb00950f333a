from typing import NamedTuple

import torch


class Output(NamedTuple):
    """What attention gives."""
    context: torch.Tensor
    weights: torch.Tensor = None
    heads: int = 2

    def shape(self):
        return tuple(self.context.shape)


out = Output(torch.ones(2))
print(out)  # expect: Output(context=tensor([1., 1.]), weights=None, heads=2)
print(out.shape(), out[2], len(out), out._fields, Output._field_defaults)  # expect: (2,) 2 3 ('context', 'weights', 'heads') {'weights': None, 'heads': 2}
context, weights, heads = out
print(heads, weights is None, isinstance(out, tuple), Output.__doc__)  # expect: 2 True True What attention gives.
print(out._replace(heads=4).heads, out._asdict()["heads"])  # expect: 4 2
Output()  # expect TypeError: Output.__new__() missing 1 required positional argument: 'context'
