import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, width, heads, length):
        super().__init__()
        self.heads = heads
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.c_attn = nn.Linear(width, 3 * width)
        self.c_proj = nn.Linear(width, width)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.register_buffer("bias", torch.tril(torch.ones(1, 1, length, length)))

    def attend(self, x):
        b, t, c = x.size()
        q, k, v = self.c_attn(x).split(c, dim=2)
        q, k, v = (y.view(b, t, self.heads, -1).transpose(1, 2) for y in (q, k, v))
        scores = q @ k.transpose(-2, -1) * k.size(-1) ** -0.5
        scores = scores.masked_fill(self.bias[:, :, :t, :t] == 0, float("-inf"))
        y = F.softmax(scores, dim=-1) @ v
        return self.c_proj(y.transpose(1, 2).contiguous().view(b, t, c))

    def forward(self, x):
        x = x + self.attend(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


torch.manual_seed(1337)
block = Block(8, 2, 6)
print(block(torch.randn(1, 4, 8)))  # expect: tensor([[[-1.0925,  0.4689,  0.6212,  0.6395,  1.1890, -0.2676,  0.3684,
# expect:           -0.2243],
# expect:          [ 0.6866,  0.0365,  0.0905, -0.3556, -0.5179, -0.3171,  0.2103,
# expect:           -0.0380],
# expect:          [ 1.3045,  0.9432,  0.3725, -1.2957,  1.0343, -2.4303,  1.6710,
# expect:           -1.7745],
# expect:          [ 2.0232,  1.4669,  0.7128,  0.6602,  1.4446, -2.3399, -0.5318,
# expect:            1.8288]]], grad_fn=<AddBackward0>)
print(block)  # expect: Block(
# expect:   (ln_1): LayerNorm((8,), eps=1e-05, elementwise_affine=True)
# expect:   (ln_2): LayerNorm((8,), eps=1e-05, elementwise_affine=True)
# expect:   (c_attn): Linear(in_features=8, out_features=24, bias=True)
# expect:   (c_proj): Linear(in_features=8, out_features=8, bias=True)
# expect:   (mlp): Sequential(
# expect:     (0): Linear(in_features=8, out_features=32, bias=True)
# expect:     (1): GELU(approximate='none')
# expect:     (2): Linear(in_features=32, out_features=8, bias=True)
# expect:   )
# expect: )
print(sum(p.numel() for p in block.parameters()), list(block.state_dict())[:3])  # expect: 872 ['bias', 'ln_1.weight', 'ln_1.bias']
