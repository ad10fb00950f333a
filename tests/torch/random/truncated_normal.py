import torch
import torch.nn as nn

torch.manual_seed(55)
print(nn.init.trunc_normal_(torch.empty(3, 5), std=0.02))  # expect: tensor([[ 0.0195,  0.0307,  0.0131,  0.0034,  0.0224],
# expect:         [-0.0012, -0.0273,  0.0150,  0.0370, -0.0178],
# expect:         [-0.0257, -0.0309,  0.0194,  0.0157,  0.0011]])
print(nn.init.trunc_normal_(torch.empty(2, 4), mean=0.1, a=-0.5, b=1.0))  # expect: tensor([[ 0.6468,  0.5496, -0.0421,  0.0677],
# expect:         [-0.0413, -0.2477,  0.7342,  0.3283]])
