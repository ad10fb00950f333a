# needs: einops
import torch
from einops import rearrange

x = torch.arange(24.0).view(2, 3, 4)
heads = rearrange(x, "b t (h d) -> b h t d", h=2)
print(heads.shape, torch.equal(heads, x.view(2, 3, 2, 2).transpose(1, 2)))  # expect: torch.Size([2, 2, 3, 2]) True
print(heads.is_contiguous(), heads.data_ptr() == x.data_ptr())  # expect: False True
merged = rearrange(heads, "b h t d -> b t (h d)")
print(torch.equal(merged, x), merged.data_ptr() == x.data_ptr())  # expect: True True
q, k = rearrange(x, "b t (two h d) -> two b h t d", two=2, h=1)
print(torch.equal(q[:, 0], x[..., :2]), torch.equal(k[:, 0], x[..., 2:]))  # expect: True True
print(torch.equal(rearrange(x, "b t (h d) -> b h t d", d=2), heads))  # expect: True
print(rearrange(x, "b ... -> ... b").shape, rearrange(x, "... d -> (...) d").shape)  # expect: torch.Size([3, 4, 2]) torch.Size([6, 4])
print(rearrange(x, "b t d -> b 1 t d ()").shape, rearrange(x[:1], "1 t d -> t d").shape)  # expect: torch.Size([2, 1, 3, 4, 1]) torch.Size([3, 4])
print(torch.equal(rearrange([x, x + 1], "n b t d -> b t (n d)"), torch.cat([x, x + 1], dim=2)))  # expect: True
print(torch.equal(rearrange(x, "b t d -> b d t"), x.transpose(1, 2)), rearrange(x, "b t d -> b t d") is x)  # expect: True True
