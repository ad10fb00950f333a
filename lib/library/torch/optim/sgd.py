"""Stochastic gradient descent."""

from torch.optim.optimizer import Optimizer, not_negative


class SGD(Optimizer):
    """Down the gradient: p = p - lr * grad. With momentum, down a running sum of gradients."""

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False,
                 *, maximize=False, foreach=None, differentiable=False):
        not_negative({"learning rate": lr, "momentum value": momentum, "weight_decay value": weight_decay})
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
            nesterov=nesterov, maximize=maximize, foreach=foreach, differentiable=differentiable))

    def update(self, p, grad, state, group):
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        momentum = group["momentum"]
        if momentum != 0:
            sum = state.get("momentum_buffer")
            if sum is None:
                sum = state["momentum_buffer"] = grad.clone().detach()
            else:
                sum.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(sum, alpha=momentum) if group["nesterov"] else sum
        p.add_(grad, alpha=-group["lr"])
