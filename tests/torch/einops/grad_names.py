# needs: einops
import torch
from einops import rearrange, reduce, repeat

x = torch.ones(2, 3, 4, requires_grad=True)


def name(tensor):
    return tensor.grad_fn.name()


print(name(rearrange(x, "b t (h d) -> b h t d", h=2)), name(rearrange(x, "b t d -> (b t) d")))  # expect: PermuteBackward0 ViewBackward0
print(name(reduce(x, "b t d -> b d", "mean")), name(repeat(x, "b t d -> b r t d", r=2)))  # expect: MeanBackward1 ExpandBackward0
