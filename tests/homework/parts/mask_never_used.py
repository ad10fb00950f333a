import torch, torch.nn as nn
class CausalMHA(nn.Module):
    def __init__(self, d_in, d_out, block_size, n_heads):
        super().__init__()
        self.h = n_heads; self.hd = d_out // n_heads
        self.qkv = nn.Linear(d_in, 3 * d_out); self.o = nn.Linear(d_out, d_out)
        self.register_buffer("m", torch.ones(block_size, block_size).tril())
    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (y.view(b, t, self.h, self.hd).transpose(1, 2) for y in self.qkv(x).chunk(3, -1))
        w = (q @ k.transpose(-2, -1) / self.hd ** 0.5).softmax(-1)
        return self.o((w @ v).transpose(1, 2).flatten(2))
