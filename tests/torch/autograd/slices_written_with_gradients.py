import torch

v = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
x = torch.tensor([[0.5, -1.0, 2.0], [0.25, 3.0, -0.25]], requires_grad=True)
weight = torch.arange(1.0, 7.0).view(2, 3)


def grads(change):
    y = x * 1
    change(y)
    out = torch.autograd.grad((y * weight).sum(), [x, v], allow_unused=True)
    return y.detach().tolist(), *[None if g is None else g.tolist() for g in out]


def row(y): y[0] = v
def column(y): y[:, 1] = v[:2]
def item(y): y[0, 1] *= 3
def nested(y): y[0][1:].mul_(2)
def by_view(y): y.view(-1)[1:4] = v
def by_transpose(y): y.T[0] = v[:2]
def by_mask(y): y[y > 0] = y[y > 0] ** 2
def by_lists(y): y[[0, 1], [1, 2]] = v[:2]
def swapped(y): y[0], y[1] = y[1].clone(), y[0].clone()
def one_for_all(y): y[...] = v[0]
def diagonal(y): y.diagonal().mul_(5)
def copied(y): y.narrow(1, 0, 2).copy_(v[:2])
def stepped(y): y[:, ::2].add_(v[:1])
def row_from_row(y): y[0] = y[1]
def masked(y): y.masked_fill_(y > 0, v[2])
def added(y): y.index_add_(0, torch.tensor([0, 0]), torch.stack([v, v]))


print(*grads(row))  # expect: [[1.0, -2.0, 0.5], [0.25, 3.0, -0.25]] [[0.0, 0.0, 0.0], [4.0, 5.0, 6.0]] [1.0, 2.0, 3.0]
print(*grads(column))  # expect: [[0.5, 1.0, 2.0], [0.25, -2.0, -0.25]] [[1.0, 0.0, 3.0], [4.0, 0.0, 6.0]] [2.0, 5.0, 0.0]
print(*grads(item))  # expect: [[0.5, -3.0, 2.0], [0.25, 3.0, -0.25]] [[1.0, 6.0, 3.0], [4.0, 5.0, 6.0]] None
print(*grads(nested))  # expect: [[0.5, -2.0, 4.0], [0.25, 3.0, -0.25]] [[1.0, 4.0, 6.0], [4.0, 5.0, 6.0]] None
print(*grads(by_view))  # expect: [[0.5, 1.0, -2.0], [0.5, 3.0, -0.25]] [[1.0, 0.0, 0.0], [0.0, 5.0, 6.0]] [2.0, 3.0, 4.0]
print(*grads(by_transpose))  # expect: [[1.0, -1.0, 2.0], [-2.0, 3.0, -0.25]] [[0.0, 2.0, 3.0], [0.0, 5.0, 6.0]] [1.0, 4.0, 0.0]
print(*grads(by_mask))  # expect: [[0.25, -1.0, 4.0], [0.0625, 9.0, -0.25]] [[1.0, 2.0, 12.0], [2.0, 30.0, 6.0]] None
print(*grads(by_lists))  # expect: [[0.5, 1.0, 2.0], [0.25, 3.0, -2.0]] [[1.0, 0.0, 3.0], [4.0, 5.0, 0.0]] [2.0, 6.0, 0.0]
print(*grads(swapped))  # expect: [[0.25, 3.0, -0.25], [0.5, -1.0, 2.0]] [[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]] None
print(*grads(one_for_all))  # expect: [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]] [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]] [21.0, 0.0, 0.0]
print(*grads(diagonal))  # expect: [[2.5, -1.0, 2.0], [0.25, 15.0, -0.25]] [[5.0, 2.0, 3.0], [4.0, 25.0, 6.0]] None
print(*grads(copied))  # expect: [[1.0, -2.0, 2.0], [1.0, -2.0, -0.25]] [[0.0, 0.0, 3.0], [0.0, 0.0, 6.0]] [5.0, 7.0, 0.0]
print(*grads(stepped))  # expect: [[1.5, -1.0, 3.0], [1.25, 3.0, 0.75]] [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] [14.0, 0.0, 0.0]
print(*grads(row_from_row))  # expect: [[0.25, 3.0, -0.25], [0.25, 3.0, -0.25]] [[0.0, 0.0, 0.0], [5.0, 7.0, 9.0]] None
print(*grads(masked))  # expect: [[0.5, -1.0, 0.5], [0.5, 0.5, -0.25]] [[0.0, 2.0, 0.0], [0.0, 0.0, 6.0]] [0.0, 0.0, 13.0]
print(*grads(added))  # expect: [[2.5, -5.0, 3.0], [0.25, 3.0, -0.25]] [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] [2.0, 4.0, 6.0]
