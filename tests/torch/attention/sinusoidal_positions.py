import math

import torch

length, width = 50, 12
position = torch.arange(length).unsqueeze(1)
rate = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
table = torch.zeros(length, width)
table[:, 0::2] = torch.sin(position * rate)
table[:, 1::2] = torch.cos(position * rate)
print(table[:4])  # expect: tensor([[ 0.0000e+00,  1.0000e+00,  0.0000e+00,  1.0000e+00,  0.0000e+00,
# expect:           1.0000e+00,  0.0000e+00,  1.0000e+00,  0.0000e+00,  1.0000e+00,
# expect:           0.0000e+00,  1.0000e+00],
# expect:         [ 8.4147e-01,  5.4030e-01,  2.1378e-01,  9.7688e-01,  4.6399e-02,
# expect:           9.9892e-01,  9.9998e-03,  9.9995e-01,  2.1544e-03,  1.0000e+00,
# expect:           4.6416e-04,  1.0000e+00],
# expect:         [ 9.0930e-01, -4.1615e-01,  4.1768e-01,  9.0860e-01,  9.2698e-02,
# expect:           9.9569e-01,  1.9999e-02,  9.9980e-01,  4.3089e-03,  9.9999e-01,
# expect:           9.2832e-04,  1.0000e+00],
# expect:         [ 1.4112e-01, -9.8999e-01,  6.0226e-01,  7.9830e-01,  1.3880e-01,
# expect:           9.9032e-01,  2.9995e-02,  9.9955e-01,  6.4633e-03,  9.9998e-01,
# expect:           1.3925e-03,  1.0000e+00]])
print(table[49])  # expect: tensor([-0.9538,  0.3006, -0.9052, -0.4249,  0.7625, -0.6470,  0.4706,  0.8823,
# expect:          0.1054,  0.9944,  0.0227,  0.9997])
print(table.sum(), table.std())  # expect: tensor(217.7498) tensor(0.6074)
