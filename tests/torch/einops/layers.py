# needs: einops
import torch
from einops.layers.torch import Rearrange, Reduce

x = torch.arange(24.0).view(2, 3, 4)
split = Rearrange("b t (h d) -> b h t d", h=2)
print(split, isinstance(split, torch.nn.Module), torch.equal(split(x), x.view(2, 3, 2, 2).transpose(1, 2)))  # expect: Rearrange('b t (h d) -> b h t d', h=2) True True
model = torch.nn.Sequential(torch.nn.Identity(), split, Reduce("b h t d -> b t d", "mean"))
print(model)  # expect: Sequential(
# expect:   (0): Identity()
# expect:   (1): Rearrange('b t (h d) -> b h t d', h=2)
# expect:   (2): Reduce('b h t d -> b t d', 'mean')
# expect: )
print(torch.equal(model(x), (x[..., :2] + x[..., 2:]) / 2), len(list(model.parameters())))  # expect: True 0
try:
    split(torch.zeros(2, 3, 5))
except RuntimeError as error:
    print(error)  # expect:  Error while computing Rearrange('b t (h d) -> b h t d', h=2)
# expect:  Shape mismatch, can't divide axis of length 5 in chunks of 2
