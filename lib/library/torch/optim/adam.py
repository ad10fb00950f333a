"""Adam and AdamW: each parameter has a step of its own size."""

import math

import torch
from torch.optim.optimizer import Optimizer, not_negative


class Adam(Optimizer):
    """A running mean of the gradients, divided by the root of a running mean of their squares:
    every number of a parameter moves by about lr."""

    _decoupled = False  # whether weight decay stays out of those means

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 amsgrad=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False, fused=None):
        not_negative({"learning rate": lr, "epsilon value": eps, "weight_decay value": weight_decay})
        for i, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable, fused=fused))

    def update(self, p, grad, state, group):
        if not state:
            state["step"] = torch.tensor(0.0)
            state["exp_avg"] = torch.zeros_like(p)
            state["exp_avg_sq"] = torch.zeros_like(p)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(p)
        lr, decay = group["lr"], group["weight_decay"]
        beta1, beta2 = group["betas"]
        state["step"] += 1
        if self._decoupled:
            p.mul_(1 - lr * decay)
        elif decay != 0:
            grad = grad.add(p, alpha=decay)
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        mean.mul_(beta1).add_(grad, alpha=1 - beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"].copy_(torch.maximum(state["max_exp_avg_sq"], square))
        # Both means began at 0: they are too small by these factors.
        step = state["step"].item()
        size = (square.sqrt() / math.sqrt(1 - beta2 ** step)).add_(group["eps"])
        p.addcdiv_(mean, size, value=-(lr / (1 - beta1 ** step)))


class AdamW(Adam):
    """Adam, with weight decay as a step of its own: p = p - lr * weight_decay * p."""

    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2,
                 amsgrad=False, **settings):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **settings)
