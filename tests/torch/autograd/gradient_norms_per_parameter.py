import math
import torch
from torch import nn

torch.manual_seed(42)
torch.set_default_dtype(torch.float64)


class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x, scale=True):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.T
        if scale:
            scores = scores / math.sqrt(k.shape[-1])
        return torch.softmax(scores, dim=-1) @ v


x = torch.randn(6, 16)
sa = SelfAttention(16, 64)
norms = {}
for scale in (True, False):
    sa.zero_grad()
    sa(x * 4, scale).pow(2).mean().backward()
    norms[scale] = {name: p.grad.norm().item() for name, p in sa.named_parameters()}
print("\n".join(f"{name:16s} {norms[True][name]:.3f} {norms[False][name]:.3f}" for name in norms[True]))  # expect: W_query.weight   20.041 159.844
# expect: W_key.weight     21.224 157.370
# expect: W_value.weight   6.017 7.609
total = sum(p.grad.pow(2).sum() for p in sa.parameters()).sqrt()
print(f"{total:.3f}")  # expect: 224.440
print([(n, tuple(p.grad.shape), p.grad.abs().max().item() > 0) for n, p in sa.named_parameters()])  # expect: [('W_query.weight', (64, 16), True), ('W_key.weight', (64, 16), True), ('W_value.weight', (64, 16), True)]
deep = nn.Sequential(*[nn.Sequential(nn.Linear(8, 8), nn.Sigmoid()) for _ in range(6)])
deep(torch.ones(1, 8)).sum().backward()
print([f"{layer[0].weight.grad.norm():.1e}" for layer in deep])  # expect: ['4.3e-05', '1.7e-04', '1.1e-03', '7.2e-03', '1.1e-01', '1.0e+00']
