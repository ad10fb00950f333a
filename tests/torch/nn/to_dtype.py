import torch
import torch.nn as nn


net = nn.Linear(2, 1)
net.register_buffer("steps", torch.tensor([1, 2]))
net.double()
print(net.weight.dtype, net.steps.dtype)  # expect: torch.float64 torch.int64
print(net.to(torch.float32).bias.dtype, net.to("cpu") is net)  # expect: torch.float32 True
print(next(net.parameters()).device)  # expect: cpu
print(net.half().weight.dtype, type(net.weight).__name__)  # expect: torch.float16 Parameter
