import torch
import torch.nn as nn
from torch.nn import functional as F

torch.manual_seed(1337)
text = "first citizen: before we proceed any further, hear me speak. all: speak, speak. " * 4
chars = sorted(list(set(text)))
vocab_size = len(chars)
stoi = {ch: i for i, ch in enumerate(chars)}
itos = {i: ch for i, ch in enumerate(chars)}
encode = lambda s: [stoi[c] for c in s]
decode = lambda l: "".join([itos[i] for i in l])
data = torch.tensor(encode(text), dtype=torch.long)
block_size, batch_size = 8, 16


def get_batch():
    ix = torch.randint(len(data) - block_size, (batch_size,))
    x = torch.stack([data[i:i + block_size] for i in ix])
    y = torch.stack([data[i + 1:i + block_size + 1] for i in ix])
    return x, y


class BigramLanguageModel(nn.Module):
    def __init__(self, vocab_size):
        super().__init__()
        self.token_embedding_table = nn.Embedding(vocab_size, vocab_size)

    def forward(self, idx, targets=None):
        logits = self.token_embedding_table(idx)
        if targets is None:
            return logits, None
        B, T, C = logits.shape
        return logits, F.cross_entropy(logits.view(B * T, C), targets.view(B * T))

    def generate(self, idx, max_new_tokens):
        for _ in range(max_new_tokens):
            logits, _ = self(idx)
            probs = F.softmax(logits[:, -1, :], dim=-1)
            idx = torch.cat((idx, torch.multinomial(probs, num_samples=1)), dim=1)
        return idx


m = BigramLanguageModel(vocab_size)
before = decode(m.generate(torch.zeros((1, 1), dtype=torch.long), 20)[0].tolist())
optimizer = torch.optim.AdamW(m.parameters(), lr=1e-1)
losses = []
for steps in range(60):
    xb, yb = get_batch()
    logits, loss = m(xb, yb)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    if steps % 20 == 0:
        losses.append(f"{loss.item():.4f}")
print(vocab_size, losses, f"{loss.item():.4f}")  # expect: 25 ['3.7217', '1.5959', '1.3034'] 1.2570
print(repr(before))  # expect: ' on.ha w,mam fui wyky'
print(repr(decode(m.generate(torch.zeros((1, 1), dtype=torch.long), 40)[0].tolist())))  # expect: ' spearefitizeak. st speat hefized an: any'
counts = torch.zeros(vocab_size, vocab_size)
for a, b in zip(data, data[1:]):
    counts[a, b] += 1
p = counts / counts.sum(1, keepdim=True)
print((F.softmax(m.token_embedding_table.weight, -1).detach().argmax(1) == p.argmax(1)).sum().item())  # expect: 21
