# Sums of many show the last bits of long products, with and without a bias.
import torch
import torch.nn as nn

torch.manual_seed(1)
x = torch.randn(2, 64, 768)
layer = nn.Linear(768, 768)
print(layer(x).view(torch.int32).sum())  # expect: tensor(-1933308601074)
print(nn.functional.linear(x, layer.weight).view(torch.int32).sum())  # expect: tensor(-2003677360928)
print(layer(x).sum(), layer(x[0, :1]).sum())  # expect: tensor(147.7064, grad_fn=<SumBackward0>) tensor(-9.7570, grad_fn=<SumBackward0>)
