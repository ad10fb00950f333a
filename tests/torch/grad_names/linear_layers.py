import torch
import torch.nn as nn

torch.manual_seed(1)
print(nn.Linear(2, 2)(torch.ones(1, 2)))  # expect: tensor([[-0.6135,  0.6189]], grad_fn=<AddmmBackward0>)
print(nn.Linear(2, 2)(torch.ones(1, 1, 2)))  # expect: tensor([[[0.4104, 0.0466]]], grad_fn=<ViewBackward0>)
print(nn.Linear(2, 2, bias=False)(torch.ones(1, 1, 2)))  # expect: tensor([[[-0.0173, -0.1152]]], grad_fn=<UnsafeViewBackward0>)
