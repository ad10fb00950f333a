"""Functions that look at the gradients of a module."""

import torch
from torch._C._engine import record


class BackwardHook:
    """The hooks on one call of a module: the gradients of its results go through at_outputs, those
    of its inputs through at_inputs, which calls the hooks with both."""

    def __init__(self, module, hooks):
        self.module, self.hooks = module, hooks
        self.inputs, self.grad_outputs = None, None

    def _through(self, function, values):
        """The values, with the tensors among them passed on; where those stand."""
        at = [i for i, v in enumerate(values) if isinstance(v, torch.Tensor) and v.requires_grad]
        values = list(values)
        if torch.is_grad_enabled():
            tensors = [values[i] for i in at]
            passed = record("BackwardHookFunctionBackward", tensors, tensors, [],
                            lambda grads, saved: function(grads))
            for i, value in zip(at, passed):
                values[i] = value
        return tuple(values), at

    def _spread(self, grads, at, count):
        all = [None] * count
        for i, grad in zip(at, grads):
            all[i] = grad
        return tuple(all)

    def setup_input_hook(self, args):
        self.args, self.n_inputs = args, len(args)
        args, self.inputs = self._through(self.at_inputs, args)
        return args

    def setup_output_hook(self, result):
        if isinstance(result, tuple):
            self.n_outputs = len(result)
            result, self.outputs = self._through(self.at_outputs, result)
            return result
        self.n_outputs = 1
        (result,), self.outputs = self._through(self.at_outputs, (result,))
        return result

    def at_outputs(self, grads):
        self.grad_outputs = self._spread(grads, self.outputs, self.n_outputs)
        if not self.inputs:
            for hook in list(self.hooks.values()):
                changed = hook(self.module, (None,) * self.n_inputs, self.grad_outputs)
                if changed is not None and any(c is not None for c in changed):
                    raise RuntimeError("Backward hook for Modules where no input requires gradient "
                                       "should always return None or None for all gradients.")
        return grads

    def at_inputs(self, grads):
        found = self._spread(grads, self.inputs, self.n_inputs)
        # A tensor that gets no gradient counts as one that gets zeros.
        grad_inputs = tuple(torch.zeros_like(arg) if grad is None and isinstance(arg, torch.Tensor)
                            else grad for grad, arg in zip(found, self.args))
        for hook in list(self.hooks.values()):
            changed = hook(self.module, grad_inputs, self.grad_outputs)
            if changed is None:
                continue
            changed = changed if isinstance(changed, tuple) else (changed,)
            if len(changed) != self.n_inputs:
                raise RuntimeError("Backward hook returned an invalid number of grad_input, got "
                                   f"{len(changed)}, but expected {self.n_inputs}")
            grad_inputs = changed
        return [grad_inputs[i] for i in self.inputs]


class RemovableHandle:
    """What registers a hook returns one: remove() takes the hook out of its dict again."""

    def __init__(self, hooks, hook):
        self.id, self.hooks = max(hooks, default=-1) + 1, hooks
        hooks[self.id] = hook

    def remove(self):
        self.hooks.pop(self.id, None)
