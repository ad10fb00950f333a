"""What goes with layers: keeping gradients small, parameters as one vector, padded batches."""

import torch
from torch.nn.utils import rnn
from torch.nn.utils.clip_grad import clip_grad_norm_, clip_grad_value_


def parameters_to_vector(parameters):
    """All the numbers, one parameter after the other."""
    return torch.cat([p.reshape(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    """The way back."""
    start = 0
    for p in parameters:
        p.data = vec[start:start + p.numel()].view_as(p).data
        start += p.numel()
