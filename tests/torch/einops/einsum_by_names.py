# needs: einops
import torch
from einops import einsum

q, k = torch.randn(2, 3, 5, 4), torch.randn(2, 3, 6, 4)
scores = einsum(q, k, "batch head query d, batch head key d -> batch head query key")
print(torch.equal(scores, torch.einsum("abcd,abed->abce", q, k)))  # expect: True
print(einsum(q, k, "... i d, ... j d -> ... i j").shape, einsum(q, "b h i d -> b").shape)  # expect: torch.Size([2, 3, 5, 6]) torch.Size([2])
for arguments in ((q,), ("b h i d -> b", q), (q, "b h i d"), (q, "b h (i d) -> b")):
    try:
        einsum(*arguments)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
print(message)  # expect: NotImplementedError: Shape rearrangement is not yet supported in einsum.
einsum(q, "b h i d -> c")  # expect EinopsError: Unknown axis c on right side of einsum b h i d -> c.
