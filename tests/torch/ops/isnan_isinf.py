import torch

x = torch.tensor([1.0, float("inf"), float("nan"), -float("inf")])
print(x.isnan(), torch.isinf(x), torch.isfinite(x), torch.nan_to_num(x, nan=0.5))  # expect: tensor([False, False,  True, False]) tensor([False,  True, False,  True]) tensor([ True, False, False, False]) tensor([ 1.0000e+00,  3.4028e+38,  5.0000e-01, -3.4028e+38])
print(x.isneginf(), torch.isposinf(x), torch.isneginf(torch.tensor([1, -2])))  # expect: tensor([False, False, False,  True]) tensor([False,  True, False, False]) tensor([False, False])
