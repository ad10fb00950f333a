"""The small models of the lessons on heads that form, and the loop that trains them.

A model guesses the next letter of a text; `Training` keeps where its heads looked before each step.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

letters = "abcdefgh*"


class Attention(nn.Module):
    def __init__(self, heads, mask):
        super().__init__()
        self.heads, self.mask = heads, mask
        self.W_query = nn.Linear(32, heads * 16, bias=False)
        self.W_key = nn.Linear(32, heads * 16, bias=False)
        self.W_value = nn.Linear(32, heads * 16, bias=False)
        self.out_proj = nn.Linear(heads * 16, 32)

    def forward(self, x):                                      # (batch, tokens, 32)
        shape = x.shape[0], x.shape[1], self.heads, 16
        q = self.W_query(x).view(shape).transpose(1, 2)        # (batch, heads, tokens, 16)
        k = self.W_key(x).view(shape).transpose(1, 2)
        v = self.W_value(x).view(shape).transpose(1, 2)
        scores = q @ k.transpose(2, 3) / 16 ** 0.5
        if self.mask:
            ahead = torch.ones(shape[1], shape[1]).triu(1).bool()
            scores = scores.masked_fill(ahead, -torch.inf)
        self.weights = torch.softmax(scores, dim=-1)           # (batch, heads, tokens, tokens)
        context = (self.weights @ v).transpose(1, 2)
        return self.out_proj(context.flatten(2))


class Model(nn.Module):
    def __init__(self, letters=9, layers=1, heads=1, mask=True, places=True):
        super().__init__()
        self.letter = nn.Embedding(letters, 32)
        self.place = nn.Embedding(12, 32)
        nn.init.normal_(self.letter.weight, std=0.4)           # small at first
        nn.init.normal_(self.place.weight, std=0.4)
        self.places = places
        self.layers = nn.ModuleList([Attention(heads, mask) for i in range(layers)])
        self.guess = nn.Linear(32, letters)

    def forward(self, texts):
        """A score for each letter at each place."""
        x = self.letter(texts)
        if self.places:
            x = x + self.place.weight[:texts.shape[1]]
        for layer in self.layers:
            x = x + layer(x)
        return self.guess(x)


def weights_of(model, text):
    """Where the heads of all layers look in one text, (layers * heads, tokens, tokens)."""
    with torch.no_grad():
        model(text[None])
    return torch.cat([layer.weights[0] for layer in model.layers])


def next_loss(scores, texts, at):
    """The loss of the guesses at the places `at`: each place guesses the next letter."""
    guessed = scores[:, at]
    wanted = texts[:, 1:][:, at]
    return F.cross_entropy(guessed.flatten(0, 1), wanted.flatten())


class Training:
    """150 steps of 16 new texts; `go_to` goes on as far as is asked, and keeps what it saw."""

    def __init__(self, seed, make, at, shown, **options):
        torch.manual_seed(seed)
        self.model, self.at, self.shown = Model(**options), at, shown
        self.texts = make(16 * 150).split(16)
        self.adam = torch.optim.Adam(self.model.parameters(), 0.01)
        self.losses, self.frames = [], []

    def go_to(self, step):
        for texts in self.texts[len(self.losses):step + 1]:
            self.frames.append(weights_of(self.model, self.shown))
            loss = next_loss(self.model(texts), texts, self.at)
            loss.backward()
            self.adam.step()
            self.adam.zero_grad()
            self.losses.append(loss.item())
