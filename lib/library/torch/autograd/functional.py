"""Matrices of derivatives: of each number that a function gives, by each that it gets."""

import torch


def _as_tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _rows(out, inputs, create_graph):
    """The gradients of each number of out, by each input: (shape of out) + (shape of the input)."""
    rows = []
    for number in out.reshape(-1):
        grads = [None] * len(inputs)
        if number.requires_grad:
            grads = torch.autograd.grad(number, inputs, retain_graph=True, create_graph=create_graph,
                                        allow_unused=True)
        rows.append([torch.zeros_like(x) if g is None else g for x, g in zip(inputs, grads)])
    return tuple(torch.stack(of_input).reshape(out.shape + x.shape)
                 for x, of_input in zip(inputs, zip(*rows)))


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False,
             strategy="reverse-mode"):
    """A tensor for each result of func and each input, where there are several of them."""
    with torch.enable_grad():
        if create_graph:
            leaves = tuple(x.view_as(x) for x in _as_tuple(inputs))
        else:
            leaves = tuple(x.detach().requires_grad_() for x in _as_tuple(inputs))
        outs = func(*leaves)
        found = tuple(_rows(out, leaves, create_graph) for out in _as_tuple(outs))
    if isinstance(inputs, torch.Tensor):
        found = tuple(of_out[0] for of_out in found)
    return found[0] if isinstance(outs, torch.Tensor) else found


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False,
            outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function that gives one number."""
    def slopes(*given):
        out = func(*given)
        if out.numel() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should "
                               "contain a single element")
        found = jacobian(func, given, create_graph=True)
        return tuple(grad.reshape(x.shape) for grad, x in zip(found, given))

    found = jacobian(slopes, inputs, create_graph)
    return found[0] if isinstance(inputs, torch.Tensor) else found
