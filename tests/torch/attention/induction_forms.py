"""From at least nine of ten starts, two layers learn A B ... A -> B in 120 steps."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Linear(32, 16, bias=False)
        self.W_key = nn.Linear(32, 16, bias=False)
        self.W_value = nn.Linear(32, 16, bias=False)
        self.out_proj = nn.Linear(16, 32)

    def forward(self, x):                                  # (batch, tokens, 32)
        n = x.shape[1]
        scores = self.W_query(x) @ self.W_key(x).transpose(1, 2) / 4
        scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
        self.weights = torch.softmax(scores, dim=-1)
        return self.out_proj(self.weights @ self.W_value(x))


class Model(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.letter, self.place = nn.Embedding(8, 32), nn.Embedding(11, 32)
        nn.init.normal_(self.letter.weight, std=0.4)
        nn.init.normal_(self.place.weight, std=0.4)
        self.layers = nn.ModuleList([Attention() for _ in range(layers)])
        self.guess = nn.Linear(32, 8)

    def forward(self, texts):
        x = self.letter(texts) + self.place.weight
        for layer in self.layers:
            x = x + layer(x)
        return self.guess(x)


def repeats(n):
    """Five different letters, then three pairs of neighbours again."""
    first = torch.rand(n, 8).argsort(dim=1)[:, :5]
    where = torch.rand(n, 4).argsort(dim=1)[:, :3]
    pairs = [first.gather(1, where), first.gather(1, where + 1)]
    return torch.cat([first, torch.stack(pairs, 2).flatten(1)], 1)


ASKED, WANTED = [5, 7, 9], [6, 8, 10]      # the second letter of each pair


def share_right(seed, layers):
    torch.manual_seed(seed)
    model = Model(layers)
    adam = torch.optim.Adam(model.parameters(), 0.01)
    for step in range(120):
        texts = repeats(16)
        loss = F.cross_entropy(model(texts)[:, ASKED].flatten(0, 1), texts[:, WANTED].flatten())
        adam.zero_grad()
        loss.backward()
        adam.step()
    texts = repeats(300)
    with torch.no_grad():
        guessed = model(texts)[:, ASKED].argmax(dim=-1)
    return (guessed == texts[:, WANTED]).float().mean().item()


print(sum(p.numel() for p in Model(2).parameters()) < 10_000)  # expect: True
print(sum(share_right(seed, layers=2) > 0.85 for seed in range(10)) >= 9)  # expect: True
print(share_right(0, layers=1) < 0.5)  # expect: True
