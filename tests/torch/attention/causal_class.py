import torch
import torch.nn as nn


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.q = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.k = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.v = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def forward(self, x):
        b, t, d = x.shape
        scores = self.q(x) @ self.k(x).transpose(1, 2)
        scores.masked_fill_(self.mask.bool()[:t, :t], -torch.inf)
        weights = self.dropout(torch.softmax(scores / scores.shape[-1] ** 0.5, dim=-1))
        return weights @ self.v(x)


torch.manual_seed(42)
layer = CausalAttention(4, 3, 8, 0.0)
print(layer)  # expect: CausalAttention(
# expect:   (q): Linear(in_features=4, out_features=3, bias=False)
# expect:   (k): Linear(in_features=4, out_features=3, bias=False)
# expect:   (v): Linear(in_features=4, out_features=3, bias=False)
# expect:   (dropout): Dropout(p=0.0, inplace=False)
# expect: )
print(layer(torch.rand(2, 5, 4)))  # expect: tensor([[[-0.6177, -0.3141,  0.3140],
# expect:          [-0.6694, -0.2718,  0.3845],
# expect:          [-0.6680, -0.1797,  0.3839],
# expect:          [-0.6106, -0.1818,  0.3877],
# expect:          [-0.6008, -0.2334,  0.3581]],
# expect:
# expect:         [[-0.5424,  0.1294,  0.1949],
# expect:          [-0.4895,  0.1161,  0.2043],
# expect:          [-0.5061,  0.1313,  0.2027],
# expect:          [-0.4945,  0.1120,  0.1883],
# expect:          [-0.4841,  0.0820,  0.2340]]], grad_fn=<UnsafeViewBackward0>)
