"""Operations that bring a derivative of their own."""

import torch
from torch._C._engine import record


class FunctionCtx:
    """What forward() hands on to backward()."""

    def __init__(self, needs_input_grad):
        self.needs_input_grad = needs_input_grad
        self.to_save, self.saved_tensors = (), ()
        self.non_differentiable = ()

    def save_for_backward(self, *tensors):
        self.to_save = self.saved_tensors = tensors

    def mark_non_differentiable(self, *outputs):
        self.non_differentiable = outputs


def _is_tensor(x):
    return isinstance(x, torch.Tensor)


class Function:
    """y = Name.apply(x, ...) calls forward(), unrecorded; on the way back, backward() gets the
    gradient of each result and gives that of each argument, None where there is none."""

    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD.")

    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx(tuple(_is_tensor(a) and a.requires_grad for a in args))
        with torch.no_grad():
            if hasattr(cls, "setup_context"):
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args)
        if not torch.is_grad_enabled() or not any(ctx.needs_input_grad):
            return result
        results = list(result) if isinstance(result, tuple) else [result]
        at = [i for i, r in enumerate(results) if _is_tensor(r)
              and not any(r is other for other in ctx.non_differentiable)]
        outs = [results[i] for i in at]
        made = record(cls.__name__ + "Backward", [a for a in args if _is_tensor(a)], outs,
                      ctx.to_save, _way_back(cls, ctx, args, outs))
        for i, out in zip(at, made):
            results[i] = out
        return tuple(results) if isinstance(result, tuple) else results[0]


def _way_back(cls, ctx, args, outs):
    """backward(), between the engine's lists of gradients and the arguments of forward()."""
    name, is_tensor = cls.__name__ + "Backward", [_is_tensor(a) for a in args]
    like = [(out.shape, out.dtype) for out in outs]

    def run(grads, saved):
        grads = [torch.zeros(shape, dtype=dtype) if g is None else g
                 for g, (shape, dtype) in zip(grads, like)]
        ctx.saved_tensors = tuple(saved)
        given = cls.backward(ctx, *grads)
        ctx.saved_tensors = ()
        given = list(given) if isinstance(given, tuple) else [given]
        while len(given) > len(is_tensor) and given[-1] is None:
            given.pop()
        if len(given) != len(is_tensor):
            raise RuntimeError(f"function {name} returned an incorrect number of gradients "
                               f"(expected {len(is_tensor)}, got {len(given)})")
        for i, g in enumerate(given):
            if g is not None and not is_tensor[i]:
                raise RuntimeError(
                    f"function {name} returned a gradient different from None at position {i + 1}, "
                    "but the corresponding forward input was not a Variable")
        return [g for g, wanted in zip(given, is_tensor) if wanted]

    return run
