"""Keeping gradients small, so that one bad batch cannot ruin what was learnt."""

import torch


def _gradients(parameters):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    return [p.grad for p in parameters if p.grad is not None]


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales all gradients down so that together, as one vector, they are no longer than
    max_norm. Returns how long they were."""
    grads = _gradients(parameters)
    max_norm, norm_type = float(max_norm), float(norm_type)
    if not grads:
        return torch.tensor(0.0)
    total = torch.norm(torch.stack([torch.norm(g.detach(), norm_type) for g in grads]), norm_type)
    if error_if_nonfinite and (total.isnan() or total.isinf()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`")
    factor = torch.clamp(max_norm / (total + 1e-6), max=1.0)
    for g in grads:
        g.detach().mul_(factor)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Cuts every number of the gradients off at -clip_value and clip_value."""
    for g in _gradients(parameters):
        g.data.clamp_(-float(clip_value), float(clip_value))
