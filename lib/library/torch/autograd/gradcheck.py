"""Compares gradients with what a small step shows."""

import warnings

import torch


class GradcheckError(RuntimeError):
    """The two differ."""


def _as_tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _outputs(func, inputs):
    return [out for out in _as_tuple(func(*inputs)) if isinstance(out, torch.Tensor) and out.requires_grad]


def _numerical(func, inputs, x, eps):
    """(numbers of x, numbers of the output) for each output, from a step of eps to either side."""
    rows = []
    numbers = x.data.view(-1)
    for i in range(numbers.numel()):
        kept, ends = numbers[i].item(), []
        for step in (eps, -eps):
            numbers[i] = kept + step
            ends.append([out.detach().clone() for out in _outputs(func, inputs)])
        numbers[i] = kept
        rows.append([((a - b) / (2 * eps)).reshape(-1) for a, b in zip(*ends)])
    return [torch.stack(columns) for columns in zip(*rows)]


def _analytical(out, x):
    columns = []
    for i in range(out.numel()):
        start = torch.zeros_like(out).reshape(-1)
        start[i] = 1
        grad, = torch.autograd.grad(out, [x], start.view_as(out), retain_graph=True, allow_unused=True)
        columns.append(torch.zeros_like(x).reshape(-1) if grad is None else grad.reshape(-1))
    return torch.stack(columns, dim=1)


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **options):
    """Whether the gradients of func's results are those that a step of eps shows."""
    inputs = _as_tuple(inputs)
    checked = [(i, x) for i, x in enumerate(inputs) if isinstance(x, torch.Tensor) and x.requires_grad]
    if not checked:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none "
                         "of the them have requires_grad=True.")
    for i, x in checked:
        if x.dtype != torch.float64:
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point "
                          "or complex. This check will likely fail if all the inputs are not of "
                          "double precision floating point or complex. ")
    for number, (_, x) in enumerate(checked):
        numerical = _numerical(func, inputs, x, eps)
        for o, (out, expected) in enumerate(zip(_outputs(func, inputs), numerical)):
            found = _analytical(out, x)
            if torch.allclose(found, expected, rtol, atol):
                continue
            if not raise_exception:
                return False
            raise GradcheckError(f"Jacobian mismatch for output {o} with respect to input {number},\n"
                                 f"numerical:{expected}\nanalytical:{found}\n")
    return True


def gradgradcheck(func, inputs, grad_outputs=None, **options):
    """The same for second derivatives: gradcheck() of the gradients."""
    inputs = _as_tuple(inputs)
    outs = _outputs(func, inputs)
    starts = [torch.randn_like(out) for out in outs] if grad_outputs is None else _as_tuple(grad_outputs)
    starts = tuple(start.detach().requires_grad_() for start in starts)

    def gradients(*given):
        given, starts = given[:len(inputs)], given[len(inputs):]
        wanted = [x for x in given if isinstance(x, torch.Tensor) and x.requires_grad]
        return torch.autograd.grad(_outputs(func, given), wanted, starts, create_graph=True,
                                   allow_unused=True)

    return gradcheck(gradients, inputs + starts, **options)
