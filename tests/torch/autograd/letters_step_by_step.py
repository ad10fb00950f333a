# A lecture's worth of models of one text, letter by letter: a table of pairs, then attention,
# then blocks; each is trained and measured by the same loop.
import torch
import torch.nn as nn
from torch.nn import functional as F

text = """The miller grinds the grain by day,
the miller's cat hunts mice by night,
and when the wind has died away
the mill and cat sit still till light.
""" * 5
batch_size, context, width, heads, layers, drop = 8, 16, 32, 4, 2, 0.1

torch.manual_seed(2024)
letters = sorted(set(text))
number = {c: i for i, c in enumerate(letters)}
ids = torch.tensor([number[c] for c in text])
cut = int(0.9 * len(ids))
parts = {"train": ids[:cut], "val": ids[cut:]}


def get_batch(split):
    source = parts[split]
    starts = torch.randint(len(source) - context, (batch_size,))
    x = torch.stack([source[s:s + context] for s in starts])
    y = torch.stack([source[s + 1:s + context + 1] for s in starts])
    return x, y


@torch.no_grad()
def estimate_loss(model, batches=4):
    means = {}
    model.eval()
    for split in parts:
        losses = torch.zeros(batches)
        for k in range(batches):
            losses[k] = model(*get_batch(split))[1].item()
        means[split] = losses.mean()
    model.train()
    return means


class Language(nn.Module):
    """What all of them share: a loss, and writing on."""

    def forward(self, x, y=None):
        logits = self.logits(x)
        if y is None:
            return logits, None
        b, t, c = logits.shape
        return logits, F.cross_entropy(logits.view(b * t, c), y.view(b * t))

    @torch.no_grad()
    def generate(self, x, count):
        for _ in range(count):
            logits, _ = self(x[:, -context:])
            shares = F.softmax(logits[:, -1, :], dim=-1)
            x = torch.cat((x, torch.multinomial(shares, num_samples=1)), dim=1)
        return x


class Pairs(Language):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(len(letters), len(letters))

    def logits(self, x):
        return self.table(x)


class Head(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.key = nn.Linear(width, size, bias=False)
        self.query = nn.Linear(width, size, bias=False)
        self.value = nn.Linear(width, size, bias=False)
        self.register_buffer("tril", torch.tril(torch.ones(context, context)))
        self.dropout = nn.Dropout(drop)

    def forward(self, x):
        t = x.shape[1]
        k, q = self.key(x), self.query(x)
        scores = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        scores = scores.masked_fill(self.tril[:t, :t] == 0, float("-inf"))
        return self.dropout(F.softmax(scores, dim=-1)) @ self.value(x)


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([Head(width // heads) for _ in range(heads)])
        self.proj = nn.Sequential(nn.Linear(width, width), nn.Dropout(drop))

    def forward(self, x):
        return self.proj(torch.cat([head(x) for head in self.heads], dim=-1))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.look, self.norm1, self.norm2 = Heads(), nn.LayerNorm(width), nn.LayerNorm(width)
        self.think = nn.Sequential(nn.Linear(width, 4 * width), nn.ReLU(), nn.Linear(4 * width, width),
                                   nn.Dropout(drop))

    def forward(self, x):
        x = x + self.look(self.norm1(x))
        return x + self.think(self.norm2(x))


class Attending(Language):
    def __init__(self, body):
        super().__init__()
        self.letter, self.place = nn.Embedding(len(letters), width), nn.Embedding(context, width)
        self.body, self.out = body, nn.Linear(width, len(letters))

    def logits(self, x):
        return self.out(self.body(self.letter(x) + self.place(torch.arange(x.shape[1]))))


def train(model, steps=20):
    print(type(model).__name__, sum(p.numel() for p in model.parameters()), "numbers")
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    losses = []
    for step in range(steps):
        x, y = get_batch("train")
        _, loss = model(x, y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(f"{loss.item():.3f}")
    print(*losses)
    print({split: f"{mean:.3f}" for split, mean in estimate_loss(model).items()})
    written = model.generate(torch.zeros((1, 1), dtype=torch.long), 30)
    print(written.shape, set(written[0].tolist()) <= set(range(len(letters))))


train(Pairs())
train(Attending(Heads()))
train(Attending(nn.Sequential(*[Block() for _ in range(layers)], nn.LayerNorm(width))))
# expect: Pairs 529 numbers
# expect: 3.771 3.881 3.679 3.661 3.686 3.881 3.666 3.828 3.849 3.812 3.547 3.842 3.600 3.716 3.836 3.602 3.749 3.699 3.671 3.616
# expect: {'train': '3.682', 'val': '3.596'}
# expect: torch.Size([1, 31]) True
# expect: Attending 6135 numbers
# expect: 3.143 3.098 3.073 2.975 3.052 2.985 2.993 2.976 2.843 2.904 2.742 2.795 2.738 2.778 2.723 2.765 2.607 2.737 2.678 2.784
# expect: {'train': '2.600', 'val': '2.476'}
# expect: torch.Size([1, 31]) True
# expect: Attending 27287 numbers
# expect: 3.312 3.205 3.057 2.960 2.911 2.820 2.705 2.733 2.741 2.738 2.570 2.628 2.553 2.651 2.481 2.559 2.530 2.482 2.385 2.330
# expect: {'train': '2.315', 'val': '2.249'}
# expect: torch.Size([1, 31]) True
