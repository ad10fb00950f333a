import math
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
V, T, C, H = 11, 6, 16, 4


class CausalSelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.c_attn = nn.Linear(C, 3 * C)
        self.c_proj = nn.Linear(C, C)
        self.register_buffer("bias", torch.tril(torch.ones(T, T)).view(1, 1, T, T))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(C, dim=2)
        k, q, v = (t.view(B, T, H, C // H).transpose(1, 2) for t in (k, q, v))
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = F.softmax(att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf")), dim=-1)
        return self.c_proj((att @ v).transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1, self.attn, self.ln_2 = nn.LayerNorm(C), CausalSelfAttention(), nn.LayerNorm(C)
        self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(C, 4 * C), act=nn.GELU(), c_proj=nn.Linear(4 * C, C)))

    def forward(self, x):
        m = self.mlp
        x = x + self.attn(self.ln_1(x))
        return x + m.c_proj(m.act(m.c_fc(self.ln_2(x))))


def init(module):
    if isinstance(module, (nn.Linear, nn.Embedding)):
        nn.init.normal_(module.weight, mean=0.0, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)


model = nn.Sequential(nn.Embedding(V, C), Block(), Block(), nn.LayerNorm(C), nn.Linear(C, V, bias=False))
model.apply(init)
model[4].weight = model[0].weight
decay = {n for n, p in model.named_parameters() if p.dim() >= 2}
groups = [{"params": [p for n, p in model.named_parameters() if (n in decay) == d], "weight_decay": 0.1 * d} for d in (True, False)]
optimizer = torch.optim.AdamW(groups, lr=1e-2, betas=(0.9, 0.95))
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min(1.0, (s + 1) / 5) * 0.98 ** s)
data = torch.tensor([(i * i + i // 3) % V for i in range(200)])
losses, norms = [], []
for step in range(30):
    ix = torch.randint(len(data) - T, (8,))
    x = torch.stack([data[i:i + T] for i in ix])
    y = torch.stack([data[i + 1:i + 1 + T] for i in ix])
    loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
    model.zero_grad(set_to_none=True)
    loss.backward()
    norms.append(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
    optimizer.step()
    schedule.step()
    losses.append(loss.item())
print(sum(p.numel() for p in model.parameters()), [len(g["params"]) for g in groups])  # expect: 6768 [9, 18]
print([f"{l:.3f}" for l in losses[::6]])  # expect: ['2.400', '2.273', '2.003', '1.766', '1.663']
print([f"{n:.2f}" for n in norms[::6]], f"{schedule.get_last_lr()[0]:.6f}")  # expect: ['1.64', '1.83', '1.35', '1.06', '0.99'] 0.005455
