import torch, torch.nn as nn, math
from torch.nn import functional as F
torch.manual_seed(1337)
text = ("the cat chases the mouse and the dog chases the cat while the small mouse eats the cheese. " * 40)
chars = sorted(set(text)); V = len(chars)
stoi = {c: i for i, c in enumerate(chars)}; itos = {i: c for c, i in stoi.items()}
data = torch.tensor([stoi[c] for c in text], dtype=torch.long)
n = int(0.9 * len(data)); train, val = data[:n], data[n:]
B, T, C, H, L = 8, 16, 32, 4, 2
def get_batch(split):
    d = train if split == "train" else val
    ix = torch.randint(len(d) - T, (B,))
    return torch.stack([d[i:i+T] for i in ix]), torch.stack([d[i+1:i+T+1] for i in ix])
class Head(nn.Module):
    def __init__(self, hs):
        super().__init__()
        self.key = nn.Linear(C, hs, bias=False); self.query = nn.Linear(C, hs, bias=False); self.value = nn.Linear(C, hs, bias=False)
        self.register_buffer('tril', torch.tril(torch.ones(T, T))); self.dropout = nn.Dropout(0.1)
    def forward(self, x):
        B, T, C = x.shape
        k, q = self.key(x), self.query(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1]**-0.5
        wei = wei.masked_fill(self.tril[:T, :T] == 0, float('-inf'))
        wei = self.dropout(F.softmax(wei, dim=-1))
        return wei @ self.value(x)
class MultiHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([Head(C // H) for _ in range(H)]); self.proj = nn.Linear(C, C)
    def forward(self, x): return self.proj(torch.cat([h(x) for h in self.heads], dim=-1))
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.sa = MultiHead(); self.ff = nn.Sequential(nn.Linear(C, 4*C), nn.ReLU(), nn.Linear(4*C, C), nn.Dropout(0.1))
        self.ln1, self.ln2 = nn.LayerNorm(C), nn.LayerNorm(C)
    def forward(self, x):
        x = x + self.sa(self.ln1(x)); return x + self.ff(self.ln2(x))
class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(V, C); self.pos = nn.Embedding(T, C)
        self.blocks = nn.Sequential(*[Block() for _ in range(L)]); self.ln = nn.LayerNorm(C); self.head = nn.Linear(C, V)
    def forward(self, idx, targets=None):
        b, t = idx.shape
        x = self.tok(idx) + self.pos(torch.arange(t))
        logits = self.head(self.ln(self.blocks(x)))
        if targets is None: return logits, None
        return logits, F.cross_entropy(logits.view(b*t, V), targets.view(b*t))
    def generate(self, idx, n):
        for _ in range(n):
            logits, _ = self(idx[:, -T:])
            probs = F.softmax(logits[:, -1, :], dim=-1)
            idx = torch.cat((idx, torch.multinomial(probs, num_samples=1)), dim=1)
        return idx
model = GPT(); print(sum(p.numel() for p in model.parameters()))  # expect: 26897
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
@torch.no_grad()
def estimate():
    model.eval(); out = {s: torch.tensor([model(*get_batch(s))[1].item() for _ in range(5)]).mean().item() for s in ("train", "val")}; model.train(); return out
losses, estimates = [], []
for it in range(20):
    if it % 10 == 0:
        estimates.append({k: round(v, 3) for k, v in estimate().items()})
    xb, yb = get_batch("train")
    _, loss = model(xb, yb)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    losses.append(round(loss.item(), 3))
print(losses)  # expect: [2.95, 2.853, 2.77, 2.757, 2.719, 2.676, 2.738, 2.563, 2.522, 2.53, 2.554, 2.46, 2.487, 2.446, 2.376, 2.34, 2.288, 2.253, 2.299, 2.288]
print(estimates)  # expect: [{'train': 2.916, 'val': 2.946}, {'train': 2.479, 'val': 2.486}]
print("".join(itos[int(i)] for i in model.generate(torch.zeros((1, 1), dtype=torch.long), 30)[0]))  # expect:  ses hnhesitsaealmwleahaed g nt
