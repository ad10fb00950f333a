"""How no_grad, enable_grad and inference_mode decorate a function."""

import functools

import torch


def context_decorator(function, mode):
    """The function, run with recording on or off."""
    @functools.wraps(function)
    def decorate_context(*args, **kwargs):
        with torch.set_grad_enabled(mode):
            return function(*args, **kwargs)
    return decorate_context
