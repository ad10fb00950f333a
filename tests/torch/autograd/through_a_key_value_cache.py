# One token after the other with a cache, or all at once: the same outputs and gradients.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(4)
torch.set_default_dtype(torch.float64)
T, C = 4, 3
wq, wk, wv = (nn.Linear(C, C, bias=False) for _ in range(3))
layers = [wq, wk, wv]
x = torch.randn(1, T, C, requires_grad=True)


def all_at_once(x):
    scores = wq(x) @ wk(x).transpose(1, 2) / C ** 0.5
    scores = scores + torch.full((T, T), float("-inf")).triu(1)
    return scores.softmax(-1) @ wv(x)


def step(token, cache):
    k, v = wk(token), wv(token)
    if cache is not None:
        k, v = torch.cat([cache[0], k], dim=1), torch.cat([cache[1], v], dim=1)
    return F.softmax(wq(token) @ k.transpose(1, 2) / C ** 0.5, dim=-1) @ v, (k, v)


def one_by_one(x, cut=False):
    cache, outs = None, []
    for t in range(T):
        out, cache = step(x[:, t:t + 1], cache)
        if cut:
            cache = tuple(c.detach() for c in cache)
        outs.append(out)
    return torch.cat(outs, dim=1), cache


def grads(out):
    return torch.autograd.grad((out ** 2).sum(), [x] + [l.weight for l in layers])


cached, (keys, values) = one_by_one(x)
print(torch.allclose(cached, all_at_once(x)), keys.shape, keys.requires_grad)  # expect: True torch.Size([1, 4, 3]) True
a, b = grads(all_at_once(x)), grads(cached)
print([torch.allclose(s, t) for s, t in zip(a, b)])  # expect: [True, True, True, True]
print(a[0])  # expect: tensor([[[ 0.2605,  0.0351, -0.3328],
# expect:          [ 0.0926,  0.1024,  0.0253],
# expect:          [ 0.0141,  0.0190, -0.0469],
# expect:          [ 0.0218, -0.0403, -0.0072]]])
print(b[2])  # expect: tensor([[ 0.0503, -0.0011,  0.0106],
# expect:         [-0.0285,  0.0157,  0.0566],
# expect:         [ 0.0490, -0.0059, -0.0095]])
c = grads(one_by_one(x, cut=True)[0])
print([torch.allclose(s, t) for s, t in zip(a, c)])  # expect: [False, True, False, False]
print(c[2])  # expect: tensor([[ 9.9865e-03,  3.3487e-03,  7.6818e-02],
# expect:         [-4.4714e-03, -7.0223e-05, -2.2110e-02],
# expect:         [ 9.4891e-03,  2.8980e-03,  6.9173e-02]])

# A cache that is allocated beforehand and written in place.
cache = torch.zeros(1, T, C)
with torch.no_grad():
    for t in range(T):
        cache[:, t] = wk(x[:, t])
print(torch.allclose(cache, keys), cache.requires_grad)  # expect: True False
cache = torch.zeros(1, T, C)
for t in range(T):
    cache[:, t] = wk(x[:, t])
print(cache.grad_fn is not None, torch.allclose(torch.autograd.grad(cache.sum(), x)[0], torch.autograd.grad(keys.sum(), x)[0]))  # expect RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.
