# Norms of gradients, layer by layer, with and without scale, norm and residuals.
import torch
from torch import nn

torch.set_default_dtype(torch.float64)


def norms(depth=5, gain=1.0, residual=False, norm=False, act=torch.tanh):
    torch.manual_seed(0)
    layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(depth))
    for layer in layers:
        nn.init.xavier_uniform_(layer.weight, gain=gain)
        nn.init.zeros_(layer.bias)
    x = torch.randn(4, 8)
    for layer in layers:
        h = act(layer(nn.functional.layer_norm(x, (8,)) if norm else x))
        x = x + h if residual else h
    x.pow(2).mean().backward()
    return [f"{layer.weight.grad.norm():.1e}" for layer in layers]


print(norms())  # expect: ['1.4e-01', '1.3e-01', '1.5e-01', '9.7e-02', '5.7e-02']
print(norms(gain=0.1))  # expect: ['6.9e-10', '9.3e-10', '1.2e-09', '7.7e-10', '3.9e-10']
print(norms(gain=5.0))  # expect: ['2.3e+00', '7.4e-01', '2.4e-01', '1.5e-01', '7.8e-02']
print(norms(gain=5.0, act=torch.relu))  # expect: ['7.5e+04', '9.8e+04', '9.8e+04', '8.1e+04', '7.6e+04']
print(norms(residual=True))  # expect: ['2.0e+00', '1.6e+00', '2.6e+00', '1.5e+00', '1.1e+00']
print(norms(gain=0.1, residual=True, norm=True))  # expect: ['1.1e+00', '1.0e+00', '1.1e+00', '1.0e+00', '1.1e+00']
print(norms(act=torch.sigmoid))  # expect: ['2.0e-04', '1.5e-03', '5.4e-03', '2.2e-02', '1.1e-01']

# Without the divisor the softmax saturates and the queries stop learning.
def query_gradient(d, scale):
    torch.manual_seed(1)
    q = torch.randn(8, d, requires_grad=True)
    k, v = torch.randn(8, d), torch.randn(8, d)
    weights = (q @ k.T / scale).softmax(-1)
    (weights @ v).pow(2).mean().backward()
    return f"{q.grad.norm():.4f} {weights.max(-1).values.mean():.3f}"


print([query_gradient(d, 1.0) for d in (4, 64, 1024)])  # expect: ['0.3040 0.512', '0.3834 0.919', '1.1676 0.965']
print([query_gradient(d, d ** 0.5) for d in (4, 64, 1024)])  # expect: ['0.1301 0.347', '0.0403 0.312', '0.0394 0.314']
