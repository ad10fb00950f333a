"""The gradients of small random programs, a line each.

tests/oracle/gradients runs it here and under real PyTorch.
"""
import random

import torch
import torch.nn.functional as F


SHAPES = [(3,), (2, 3), (4, 2, 3), (1, 3), (2, 1)]


def written(rng, x, y):
    """A copy of x that an operation has overwritten, or a view of it."""
    z = x.clone()
    part = z[..., :1] if rng.random() < 0.3 else z
    how = rng.randrange(11)
    if how == 0:
        part.mul_(y.sum() if part is z else 3)
    elif how == 1:
        part.div_(y.abs().sum() + 1)
    elif how == 2:
        part.tanh_()
    elif how == 3:
        part.exp_() if x.abs().max() < 3 else part.sigmoid_()
    elif how == 4:
        part.pow_(2)
    elif how == 5:
        part.relu_()
    elif how == 6:
        part.abs_()
    elif how == 7:
        part.clamp_(-0.5, 0.8)
    elif how == 8:
        part.add_(1).sqrt_() if x.min() > -0.9 else part.sub_(y.sum())
    elif how == 9:
        part.masked_fill_(part > 0.3, 0.3)
    else:
        part *= 2
        part += y.mean()
    return z


def gradients(rng):
    """The operations of one program, and the gradient of each of its three leaves; of every third
    program it is that of the sum of the squares of the first gradients."""
    torch.manual_seed(rng.randrange(10**6))
    leaves = [torch.randn(*rng.choice(SHAPES), dtype=torch.float64).requires_grad_() for _ in range(3)]
    pool, used = list(leaves), []
    for _ in range(rng.randint(2, 7)):
        x = rng.choice(pool); y = rng.choice(pool)
        op = rng.randrange(36)
        try:
            if op == 0:
                z = x + y
            elif op == 1:
                z = x * y
            elif op == 2:
                z = x - 2 * y
            elif op == 3:
                z = x / (y * y + 1)
            elif op == 4:
                z = x.exp() if x.abs().max() < 3 else x.tanh()
            elif op == 5:
                z = x.softmax(-1)
            elif op == 6:
                z = x.transpose(0, -1)
            elif op == 7:
                z = x @ y.transpose(-2, -1)
            elif op == 8:
                z = x.sum(-1, keepdim=True)
            elif op == 9:
                z = x.mean(0)
            elif op == 10:
                z = x.masked_fill(x > 0.5, rng.choice([0.0, -1.0]))
            elif op == 11:
                z = torch.cat([x, x * 2], dim=-1)
            elif op == 12:
                z = torch.stack([x, x], 0)
            elif op == 13:
                z = x.reshape(-1)
            elif op == 14:
                z = x.log_softmax(-1)
            elif op == 15:
                z = F.layer_norm(x, x.shape[-1:])
            elif op == 16:
                z = x.var(-1) if x.shape[-1] > 1 else x.sigmoid()
            elif op == 17:
                z = F.gelu(x)
            elif op == 18:
                z = x.relu()
            elif op == 19:
                z = torch.where(x > 0, x, x * 0.1)
            elif op == 20:
                z = x[..., :2]
            elif op == 21:
                z = x[0]
            elif op == 22:
                z = x.unsqueeze(0).expand(2, *x.shape)
            elif op == 23:
                z = (x * x + 1).sqrt()
            elif op == 24:
                z = (x.abs() + 0.1).log()
            elif op == 25:
                z = x.max(-1).values
            elif op == 26:
                z = x.cumsum(-1)
            elif op == 27:
                z = x.tril() if x.dim() > 1 else x.flip(0)
            elif op == 28:
                z = x.chunk(2, -1)[-1]
            elif op == 29:
                z = torch.einsum("...i,...i->...", x, x)
            elif op == 30:
                z = x.clamp(-0.5, 0.8)
            elif op == 31:
                z = x ** 3
            elif op == 32:
                z = x.clone()
                z.mul_(y) if y.numel() == 1 or y.shape == x.shape else z.add_(1)
            elif op < 35:
                z = written(rng, x, y)
            else:
                z = x * 1
                z[..., 0] = z[..., -1] * 2
        except (RuntimeError, IndexError):  # shapes that do not go together
            continue
        if z.numel() <= 200:
            pool.append(z)
            used.append(op)
    out = sum((p * p).sum() if i % 2 else p.sum() for i, p in enumerate(pool[3:]))
    if used and rng.randrange(3):
        out.backward()
    elif used:
        first = torch.autograd.grad(out, leaves, create_graph=True, allow_unused=True)
        squares = sum((g * g).sum() for g in first if g is not None)
        if isinstance(squares, torch.Tensor) and squares.requires_grad:
            squares.backward()
        used.append("twice")
    return used, [None if leaf.grad is None else (leaf.grad + 0).reshape(-1).tolist() for leaf in leaves]
for seed in range(1000):
    print(seed, *gradients(random.Random(seed)))
