# needs: einops
import torch
from einops import reduce, repeat

x = torch.arange(24.0).view(2, 3, 4)
groups = repeat(x, "b t d -> b g t d", g=2)
print(groups.stride(), torch.equal(groups, x[:, None].expand(2, 2, 3, 4)))  # expect: (12, 0, 4, 1) True
print(torch.equal(repeat(x, "b t d -> b (t r) d", r=2), x.repeat_interleave(2, dim=1)))  # expect: True
print(torch.equal(repeat(x, "b t d -> b (2 t) d"), x.repeat(1, 2, 1)))  # expect: True
print(torch.equal(reduce(x, "b t d -> b d", "mean"), x.mean(dim=1)), reduce(x, "b t d -> ", "sum"))  # expect: True tensor(276.)
print(torch.equal(reduce(x, "b t (h d) -> b h", "max", h=2), x.view(2, 3, 2, 2).amax(dim=(1, 3))))  # expect: True
print(torch.equal(reduce(x, "... d -> ...", "min"), x[..., 0]), torch.equal(reduce(x, "b t d -> t d", "prod"), x.prod(dim=0)))  # expect: True True
print(reduce(x, "b (t 1) d -> b 1 d", "sum").shape)  # expect: torch.Size([2, 1, 4])
