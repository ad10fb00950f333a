import torch


def forward(x):
    scale = scale(x)
    return scale


forward(torch.ones(2))  # expect UnboundLocalError: cannot access local variable 'scale' where it is not associated with a value
