import torch

torch.testing.assert_close(torch.tensor([1.0]), torch.tensor([1.0 + 1e-7]))
try:
    torch.testing.assert_close(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0]))
except AssertionError as e:
    print(e)  # expect: Tensor-likes are not close!
# expect:
# expect: Mismatched elements: 1 / 2 (50.0%)
# expect: Greatest absolute difference: 1.0 at index (1,) (up to 1e-05 allowed)
# expect: Greatest relative difference: 0.3333333333333333 at index (1,) (up to 1.3e-06 allowed)
