import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_

a = nn.Parameter(torch.zeros(2))
b = nn.Parameter(torch.zeros(1))
unused = nn.Parameter(torch.zeros(1))


def fresh():
    a.grad, b.grad = torch.tensor([3.0, -4.0]), torch.tensor([12.0])


fresh()
print(clip_grad_norm_([a, b, unused], max_norm=6.5))  # expect: tensor(13.)
print(a.grad, b.grad, unused.grad)  # expect: tensor([ 1.5000, -2.0000]) tensor([6.0000]) None
fresh()
total = clip_grad_norm_([a, b], 100.0)
print(total, a.grad, b.grad)  # expect: tensor(13.) tensor([ 3., -4.]) tensor([12.])
fresh()
print(clip_grad_norm_([a, b], 1.0, norm_type=1), a.grad, b.grad)  # expect: tensor(19.) tensor([ 0.1579, -0.2105]) tensor([0.6316])
fresh()
print(clip_grad_norm_([a, b], 6.0, norm_type=float("inf")), a.grad, b.grad)  # expect: tensor(12.) tensor([ 1.5000, -2.0000]) tensor([6.0000])
fresh()
print(clip_grad_norm_(a, 1.0), a.grad)  # expect: tensor(5.) tensor([ 0.6000, -0.8000])
fresh()
clip_grad_value_([a, b, unused], 3.5)
print(a.grad, b.grad)  # expect: tensor([ 3.0000, -3.5000]) tensor([3.5000])
fresh()
by_hand = torch.sqrt(sum((p.grad ** 2).sum() for p in (a, b)))
scale = min(1.0, 6.5 / (by_hand.item() + 1e-6))
print(by_hand, round(scale, 4), torch.cat([p.grad for p in (a, b)]) * scale)  # expect: tensor(13.) 0.5 tensor([ 1.5000, -2.0000,  6.0000])
b.grad = torch.tensor([float("nan")])
print(clip_grad_norm_([a, b], 1.0), a.grad)  # expect: tensor(nan) tensor([nan, nan])
b.grad = torch.tensor([float("inf")])
print(clip_grad_norm_([a, b], 1.0), a.grad, b.grad)  # expect: tensor(nan) tensor([nan, nan]) tensor([nan])
print(clip_grad_norm_([unused], 1.0))  # expect: tensor(0.)
b.grad = torch.tensor([float("nan")])
clip_grad_norm_([b], 1.0, error_if_nonfinite=True)  # expect RuntimeError: The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`
