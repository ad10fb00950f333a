import torch

torch.manual_seed(2)
x = torch.randn(2, 4) * 10
torch.set_printoptions(precision=2)
print(x)  # expect: tensor([[  3.92,  -2.24,  -3.20, -12.05],
# expect:         [ 10.44,  -6.33,   5.73,   5.41]])
torch.set_printoptions(sci_mode=True)
print(x[0])  # expect: tensor([3.92e+00, -2.24e+00, -3.20e+00, -1.21e+01])
torch.set_printoptions(profile="default", linewidth=40)
print(torch.arange(14.0))  # expect: tensor([ 0.,  1.,  2.,  3.,  4.,  5.,
# expect:          6.,  7.,  8.,  9., 10., 11.,
# expect:         12., 13.])
torch.set_printoptions(threshold=10, edgeitems=2, linewidth=80)
print(torch.arange(36).view(6, 6))  # expect: tensor([[ 0,  1,  ...,  4,  5],
# expect:         [ 6,  7,  ..., 10, 11],
# expect:         ...,
# expect:         [24, 25,  ..., 28, 29],
# expect:         [30, 31,  ..., 34, 35]])
