# Whole GPTs in float32: every loss depends on every bit before it.
import math
import torch
import torch.nn.functional as F
from torch import nn

V = 17


class Attention(nn.Module):
    def __init__(self, C, H, T, dropout):
        super().__init__()
        self.H, self.qkv, self.proj, self.dropout = H, nn.Linear(C, 3 * C), nn.Linear(C, C), nn.Dropout(dropout)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)))

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = [u.view(B, T, self.H, C // self.H).transpose(1, 2) for u in self.qkv(x).split(C, 2)]
        w = (q @ k.transpose(-2, -1)) / math.sqrt(C // self.H)
        w = self.dropout(F.softmax(w.masked_fill(self.mask[:T, :T] == 0, float("-inf")), -1))
        return self.proj((w @ v).transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, C, H, T, dropout, act):
        super().__init__()
        self.ln1, self.ln2, self.attention = nn.LayerNorm(C), nn.LayerNorm(C), Attention(C, H, T, dropout)
        self.ff = nn.Sequential(nn.Linear(C, 4 * C), act(), nn.Linear(4 * C, C), nn.Dropout(dropout))

    def forward(self, x):
        x = x + self.attention(self.ln1(x))
        return x + self.ff(self.ln2(x))


def trained(seed, C, H, T, B, layers, steps, dropout, act, optimizer, lr):
    torch.manual_seed(seed)
    tok, pos, head = nn.Embedding(V, C), nn.Embedding(T, C), nn.Sequential(nn.LayerNorm(C), nn.Linear(C, V))
    blocks = nn.Sequential(*[Block(C, H, T, dropout, act) for _ in range(layers)])
    model = nn.ModuleList([tok, pos, blocks, head])
    optimizer = optimizer(model.parameters(), lr)
    data = torch.randint(0, V, (500,))
    losses = []
    for _ in range(steps):
        ix = torch.randint(len(data) - T, (B,))
        x, y = torch.stack([data[j:j + T] for j in ix]), torch.stack([data[j + 1:j + T + 1] for j in ix])
        loss = F.cross_entropy(head(blocks(tok(x) + pos(torch.arange(T)))).view(-1, V), y.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(f"{loss.item():.4f}")
    return losses[::steps // 4], losses[-1], sum(p.numel() for p in model.parameters())


print(trained(0, 16, 2, 8, 4, 1, 60, 0.0, nn.ReLU, torch.optim.AdamW, 1e-2))  # expect: (['2.9717', '2.7984', '2.8293', '2.7717'], '2.7715', 4001)
print(trained(1, 32, 4, 8, 8, 2, 20, 0.1, nn.GELU, torch.optim.AdamW, 1e-3))  # expect: (['2.9789', '3.1805', '2.9681', '2.9198'], '2.8711', 26833)
print(trained(3, 48, 3, 12, 4, 1, 20, 0.0, nn.SiLU, torch.optim.SGD, 0.1))  # expect: (['2.8195', '2.8082', '2.8280', '2.7564'], '2.7476', 30593)
print(trained(5, 24, 2, 5, 8, 2, 20, 0.2, nn.Tanh, torch.optim.Adam, 5e-3))  # expect: (['3.0337', '3.0891', '2.7536', '2.7377'], '2.7371', 15449)
