import torch

x = torch.tensor([1.0, 2.0])
print(1 - x, 2 / x, 10 // x, 5 % torch.tensor([3, 4]), 3 * x, 1 + x, -x, +x, True + x)  # expect: tensor([ 0., -1.]) tensor([2., 1.]) tensor([10.,  5.]) tensor([2, 1]) tensor([3., 6.]) tensor([2., 3.]) tensor([-1., -2.]) tensor([1., 2.]) tensor([2., 3.])
