"""What all optimizers share: groups of parameters, each with settings, and a state for each
parameter."""

from collections import defaultdict

import torch


def not_negative(settings):
    for name, value in settings.items():
        if value < 0:
            raise ValueError(f"Invalid {name}: {value}")


class Optimizer:
    """A subclass has update(parameter, gradient, state, group), which one step() calls for
    each parameter that has a gradient."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of "
                            f"Tensors or dicts, but got {torch.typename(params)}")
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        self._step_count = 0
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(dict(group))

    def add_param_group(self, param_group):
        """Adds parameters with settings of their own; the rest are the defaults."""
        params = param_group["params"]
        param_group["params"] = params = [params] if isinstance(params, torch.Tensor) else list(params)
        taken = {id(p) for group in self.param_groups for p in group["params"]}
        for p in params:
            if not isinstance(p, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                + torch.typename(p))
            if not p.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        if any(id(p) in taken for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        """Forgets the gradients, or sets them to 0."""
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    p.grad.detach_().zero_()

    def step(self, closure=None):
        """Changes every parameter that has a gradient. closure computes the loss again."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        self._step_count += 1
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    grad = p.grad
                    if grad is not None:
                        self.update(p, -grad if group.get("maximize") else grad, self.state[p],
                                    group)
        return loss

    def state_dict(self):
        """Everything but the parameters, which have numbers instead."""
        numbers = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {numbers[id(p)]: kept for p, kept in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() gave."""
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        params = {}
        for own, saved in zip(self.param_groups, groups):
            if len(own["params"]) != len(saved["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't match "
                                 "the size of optimizer's group")
            params.update(zip(saved["params"], own["params"]))
            own.update({name: value for name, value in saved.items() if name != "params"})
        self.state = defaultdict(dict)
        for number, kept in state_dict["state"].items():
            self.state[params[number]] = {
                name: value.clone() if isinstance(value, torch.Tensor) else value
                for name, value in kept.items()}

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"
