import torch
import torch.nn as nn
from torch.nn import functional as F
from torch.utils.data import Dataset, DataLoader

batch_size, block_size, n_embd, n_head = 16, 32, 32, 4
torch.manual_seed(1337)
text = "the cat sat on the mat. the dog chased the cat. a bird sat on a tree. the cat chased the bird. " * 10
chars = sorted(list(set(text)))
vocab_size = len(chars)
stoi = {ch: i for i, ch in enumerate(chars)}
itos = {i: ch for i, ch in enumerate(chars)}
encode = lambda s: [stoi[c] for c in s]
decode = lambda l: ''.join([itos[i] for i in l])
data = torch.tensor(encode(text), dtype=torch.long)


class Chunks(Dataset):
    def __len__(self):
        return len(data) - block_size - 1

    def __getitem__(self, i):
        return data[i:i + block_size], data[i + 1:i + block_size + 1]


class Head(nn.Module):
    def __init__(self, head_size):
        super().__init__()
        self.key = nn.Linear(n_embd, head_size, bias=False)
        self.query = nn.Linear(n_embd, head_size, bias=False)
        self.value = nn.Linear(n_embd, head_size, bias=False)
        self.register_buffer('tril', torch.tril(torch.ones(block_size, block_size)))

    def forward(self, x):
        B, T, C = x.shape
        k, q = self.key(x), self.query(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        wei = wei.masked_fill(self.tril[:T, :T] == 0, float('-inf'))
        self.wei = F.softmax(wei, dim=-1)
        return self.wei @ self.value(x)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(vocab_size, n_embd)
        self.pos = nn.Embedding(block_size, n_embd)
        self.heads = nn.ModuleList([Head(n_embd // n_head) for _ in range(n_head)])
        self.out = nn.Linear(n_embd, vocab_size)

    def forward(self, idx, targets=None):
        B, T = idx.shape
        x = self.tok(idx) + self.pos(torch.arange(T))
        x = x + torch.cat([h(x) for h in self.heads], dim=-1)
        logits = self.out(x)
        if targets is None:
            return logits, None
        return logits, F.cross_entropy(logits.view(B * T, -1), targets.view(B * T))


model = Model()
opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
losses = []
for epoch in range(2):
    for x, y in DataLoader(Chunks(), batch_size=batch_size, shuffle=True, drop_last=True):
        _, loss = model(x, y)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        losses.append(loss.item())
print(f"{losses[0]:.4f} {losses[-1]:.4f} {len(losses)}")  # expect: 3.0128 0.3821 114
idx = torch.zeros((1, 1), dtype=torch.long)
for _ in range(40):
    logits, _ = model(idx[:, -block_size:])
    idx = torch.cat((idx, torch.multinomial(F.softmax(logits[:, -1, :], dim=-1), 1)), dim=1)
print(decode(idx[0].tolist()))  # expect:  chasat. bird t t t on the mat the the ca
