# A tensor without dimensions has no size, no neighbours.
import torch

x = torch.tensor(1.5)
for ask in (lambda: x.size(0), lambda: x.stride(-1), lambda: torch.diff(x),
            lambda: torch.diag_embed(x),
            lambda: torch.tensordot(x, x)):
    try:
        ask()
    except (IndexError, RuntimeError) as e:
        print(type(e).__name__, e)

print(torch.randn(2, 3).quantile(torch.empty(0)))
# expect: IndexError Dimension specified as 0 but tensor has no dimensions
# expect: IndexError Dimension specified as -1 but tensor has no dimensions
# expect: RuntimeError diff expects input to be at least one-dimensional
# expect: IndexError Dimension out of range (expected to be in range of [-1, 0], but got -2)
# expect: IndexError Dimension specified as -2 but tensor has no dimensions
# expect: tensor([])
