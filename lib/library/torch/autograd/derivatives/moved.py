"""Derivatives of what moves, picks or repeats numbers: each number's gradient goes back to
where the number came from."""

import torch

_ALL = slice(None)  # the name is taken below


def _put_back(grad, shape, method, *arguments):
    """Adds grad into zeros of `shape`, where the method of a tensor takes its numbers from."""
    count = shape.numel()
    places = getattr(torch.arange(count).reshape(shape), method)(*arguments)
    return grad.new_zeros(count).scatter_add(0, places.reshape(-1), grad.reshape(-1)).reshape(shape)


def _at(indices):
    return tuple(_ALL if i is None else i for i in indices)


# ---------------------------------------------------------------------------------- views

reshape = lambda grad, shape: grad.reshape(shape)
transpose = lambda grad, dim0, dim1: grad.transpose(dim0, dim1)
select = lambda grad, shape, *where: _put_back(grad, shape, "select", *where)
diagonal = lambda grad, shape, *where: _put_back(grad, shape, "diagonal", *where)
unfold = lambda grad, shape, *where: _put_back(grad, shape, "unfold", *where)


def permute(grad, dims):
    back = [0] * len(dims)
    for to, dim in enumerate(dims):
        back[dim] = to
    return grad.permute(back)


def slice(grad, shape, dim, start, length, step):
    places = torch.arange(start, start + length * step, step)
    return _put_back(grad, shape, "index_select", dim, places)


def as_strided(grad, base_shape, base_strides, base_offset, shape, strides, offset):
    def reach(sizes, steps):
        return sum((size - 1) * step for size, step in zip(sizes, steps)) + 1

    start = offset - base_offset
    count = max(reach(base_shape, base_strides), start + reach(shape, strides))
    places = torch.arange(count).as_strided(shape, strides, start)
    memory = grad.new_zeros(count).scatter_add(0, places.reshape(-1), grad.reshape(-1))
    return memory.as_strided(base_shape, base_strides)


def _or_zeros(grads, shapes):
    if isinstance(grads, torch.Tensor):  # of a single part
        return [grads]
    like = next(g for g in grads if g is not None)
    return [like.new_zeros(shape) if g is None else g for g, shape in zip(grads, shapes)]


def split(grads, lengths, shape, dim):
    sizes = [list(shape) for _ in lengths]
    for size, length in zip(sizes, lengths):
        size[dim] = length
    return torch.cat(_or_zeros(grads, sizes), dim).reshape(shape)


def unbind(grads, shape, dim):
    return torch.stack(_or_zeros(grads, [shape] * len(grads)), dim)


# --------------------------------------------------------------------------------- copies

stack = lambda grad, dim: grad.unbind(dim)
flip = lambda grad, dims: grad.flip(dims)
tril = lambda grad, diagonal: grad.tril(diagonal)
triu = lambda grad, diagonal: grad.triu(diagonal)
pad = lambda grad, pads: torch.nn.functional.pad(grad, [-p for p in pads])


def cat(grad, shapes, dim):
    parts = []
    start = 0
    for shape in shapes:
        length = 0 if len(shape) == 1 and shape[0] == 0 else shape[dim]
        parts.append(grad.narrow(dim, start, length) if length else grad.new_zeros(shape))
        start += length
    return parts


def roll(grad, shifts, dims):
    back = [-shift for shift in shifts]
    return grad.roll(back, dims) if dims else grad.roll(back[0])


def repeat(grad, shape, repeats):
    sizes = []
    for times, size in zip(repeats, [1] * (len(repeats) - len(shape)) + list(shape)):
        sizes += [times, size]
    if not sizes:
        return grad
    return grad.reshape(sizes).sum(tuple(range(0, len(sizes), 2))).reshape(shape)


def diag(grad, shape, diagonal):
    return grad.diagonal(diagonal) if len(shape) == 1 else _put_back(grad, shape, "diagonal", diagonal)


def fill_diagonal(grad):
    result = grad.clone()
    result.fill_diagonal_(0)
    return result


# -------------------------------------------------------------------------------- indices

gather = lambda grad, shape, *where: _put_back(grad, shape, "gather", *where)
index_select = lambda grad, shape, *where: _put_back(grad, shape, "index_select", *where)
masked_select = lambda grad, shape, mask: _put_back(grad, shape, "masked_select", mask)
take = lambda grad, shape, index: _put_back(grad, shape, "take", index)
index = lambda grad, shape, indices: _put_back(grad, shape, "__getitem__", _at(indices))
scatter = lambda grad, dim, index: (lambda: grad.scatter(dim, index, 0), lambda: grad.gather(dim, index))
index_add = lambda grad, dim, index, alpha: (lambda: grad, lambda: grad.index_select(dim, index) * alpha)
scatter_add = lambda grad, dim, index: (lambda: grad, lambda: grad.gather(dim, index))


def index_put(grad, indices):
    def of_self():
        kept = grad.clone()
        kept[_at(indices)] = 0
        return kept

    return of_self, lambda: grad[_at(indices)]


def embedding(grad, shape, indices, padding_idx):
    words = indices.reshape(-1)
    rows = grad.reshape(-1, shape[1]).masked_fill((words == padding_idx).unsqueeze(1), 0)
    return grad.new_zeros(shape).index_add(0, words, rows)


def index_fill(grad, dim, index):
    return lambda: grad.index_fill(dim, index, 0), lambda: grad.index_select(dim, index).sum()


def value_selecting(grad, shape, dim, indices, keepdim):  # max, min, median, sort, topk
    if not shape:
        return grad
    if not keepdim:
        grad, indices = grad.unsqueeze(dim), indices.unsqueeze(dim)
    return grad.new_zeros(shape).scatter(dim, indices, grad)
