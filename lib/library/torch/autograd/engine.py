"""What a program calls to get gradients."""

import torch
from torch._C._engine import run_backward
from _tutor import refuse


stops_at_nan = False    # torch.autograd.set_detect_anomaly


def _as_tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _start(outputs, grads):
    """The gradient that each output starts from: 1 for a single number."""
    if grads is None:
        grads = [None] * len(outputs)
    grads = _as_tuple(grads)
    started = []
    for i, (out, grad) in enumerate(zip(outputs, grads)):
        if isinstance(grad, torch.Tensor):
            if out.shape != grad.shape:
                raise RuntimeError(
                    f"Mismatch in shape: grad_output[{i}] has a shape of {grad.shape} and "
                    f"output[{i}] has a shape of {out.shape}.")
            started.append(grad)
        elif grad is None:
            if out.requires_grad and out.numel() != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            started.append(torch.ones_like(out) if out.requires_grad else None)
        else:
            raise TypeError("gradients can be either Tensors or None, but got "
                            + type(grad).__name__)
    for i, out in enumerate(outputs):
        if not out.requires_grad:
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have "
                               "a grad_fn")
    return started


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False,
             grad_variables=None, inputs=None):
    """Adds to the .grad of every leaf that tensors depend on, or of inputs alone."""
    tensors = _as_tuple(tensors)
    grads = _start(tensors, grad_tensors if grad_variables is None else grad_variables)
    keep = create_graph if retain_graph is None else retain_graph
    run_backward(tensors, grads, keep, create_graph, _as_tuple(() if inputs is None else inputs),
                 True, stops_at_nan)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False,
         only_inputs=True, allow_unused=False, is_grads_batched=False):
    """The gradients of inputs, as a tuple; no .grad changes."""
    if is_grads_batched:
        refuse("autograd.grad() with is_grads_batched", "call it for each gradient")
    outputs, inputs = _as_tuple(outputs), _as_tuple(inputs)
    if not inputs:
        raise ValueError("grad requires non-empty inputs.")
    grads = _start(outputs, grad_outputs)
    for x in inputs:
        if not isinstance(x, torch.Tensor):
            raise RuntimeError("all inputs have to be Tensors, but got " + type(x).__name__)
        if not x.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    keep = create_graph if retain_graph is None else retain_graph
    distinct = list({id(x): x for x in inputs}.values())
    results = run_backward(outputs, grads, keep, create_graph, tuple(distinct), False,
                           stops_at_nan)
    if not allow_unused and any(r is None for r in results):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph. Set "
            "allow_unused=True if this is the desired behavior.")
    of = {id(x): result for x, result in zip(distinct, results)}
    return tuple(of[id(x)] for x in inputs)
