"""Functions of torch that PyTorch writes in Python, too."""

import warnings

import torch


def _tensors_of(given):
    """Tensors that come one by one or as one list."""
    if len(given) == 1 and isinstance(given[0], (list, tuple)):
        given = given[0]
    for i, t in enumerate(given):
        if not isinstance(t, torch.Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got "
                            f"{type(t).__name__}")
    return list(given)


def broadcast_tensors(*tensors):
    tensors = _tensors_of(tensors)
    shape = torch.broadcast_shapes(*[t.shape for t in tensors])
    return tuple(t.expand(shape) for t in tensors)


def meshgrid(*tensors, indexing=None):
    """Each tensor along a dimension of its own, stretched over those of the others."""
    tensors = _tensors_of(tensors)
    if indexing is None:
        warnings.warn("torch.meshgrid: in an upcoming release, it will be required to pass "
                      "the indexing argument.", stacklevel=2)
    elif indexing not in ("ij", "xy"):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij", but '
                           f"received: {indexing}")
    for t in tensors:
        if t.dim() > 1:
            raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but "
                               f"got a {t.dim()}-D tensor")
    order = list(range(len(tensors)))
    if indexing == "xy":
        order[:2] = reversed(order[:2])
    shape = [tensors[i].numel() for i in order]
    grids = [None] * len(order)
    for dim, i in enumerate(order):
        line = [1] * len(order)
        line[dim] = shape[dim]
        grids[i] = tensors[i].view(line).expand(shape)
    return tuple(grids)


def block_diag(*tensors):
    """Matrices along the diagonal of a larger one, zeros beside them."""
    for i, t in enumerate(_tensors_of([tensors])):
        if t.dim() > 2:
            raise RuntimeError("torch.block_diag: Input tensors must have 2 or fewer dimensions. "
                               f"Input {i} has {t.dim()} dimensions")
    blocks = [t.reshape(1, -1) if t.dim() < 2 else t for t in tensors]
    widths = [block.size(1) for block in blocks]
    return torch.cat([torch.cat([block.new_zeros(block.size(0), sum(widths[:i])), block,
                                 block.new_zeros(block.size(0), sum(widths[i + 1:]))], 1)
                      for i, block in enumerate(blocks)], 0)


def logaddexp(input, other):
    """log(exp(input) + exp(other)), without a sum that overflows."""
    larger = torch.maximum(input, other)
    sums = larger + torch.log(1 + torch.exp(-torch.abs(input - other)))
    return torch.where(torch.isinf(input) & (input == other), input, sums)
