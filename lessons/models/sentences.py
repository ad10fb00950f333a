"""A small model that guesses the next word: its grammar, its layers, its training.

    the old queen near the trees followed the dogs because she feared them .

After `because` comes she, he, it or they: that depends on the doer, who stands at the
beginning. The last word is her, him, it or them: that depends on whom it was done to.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F


def rows(text):
    return [entry.split() for entry in text.split(",")]


HE = rows("man men, king kings, father fathers, brother brothers, uncle uncles, monk monks, prince princes, "
          "son sons, nephew nephews, farmer farmers, baker bakers, hunter hunters, sailor sailors, knight knights, "
          "grandfather grandfathers")
SHE = rows("woman women, queen queens, mother mothers, sister sisters, aunt aunts, nun nuns, princess princesses, "
           "witch witches, daughter daughters, niece nieces, actress actresses, duchess duchesses, "
           "waitress waitresses, hostess hostesses, grandmother grandmothers")
IT = rows("cat cats, dog dogs, bird birds, horse horses, fox foxes, wolf wolves, goat goats, bear bears, mouse mice, "
          "cow cows, pig pigs, duck ducks, lion lions, owl owls, dragon dragons")
PLACES = rows("river rivers, tree trees, house houses, wall walls, bridge bridges, garden gardens, road roads, "
              "hill hills, lake lakes, tower towers, field fields, gate gates, school schools, market markets, "
              "church churches, mill mills, barn barns, shop shops")
DEEDS = ("saw chased followed heard found fed called watched met woke helped greeted visited left taught thanked "
         "warned hid carried painted drew praised joined stopped passed paid asked led").split()
REASONS = ("feared respected liked knew missed needed doubted obeyed trusted understood admired believed remembered "
           "forgave pitied envied").split()
ADJECTIVES = ("old young small big tired quiet clever brave grey gentle proud lonely tall short strong weak rich "
              "poor kind wild shy polite famous silent").split()
NEAR = "near behind beside above below".split()

# one, several, the word for one who does, the word for one to whom it is done
NOUNS = ([row + ["he", "him"] for row in HE] + [row + ["she", "her"] for row in SHE]
         + [row + ["it", "it"] for row in IT])
WORDS = sorted({word for row in NOUNS + PLACES for word in row} | set(DEEDS + REASONS + ADJECTIVES + NEAR)
               | {"the", "because", "they", "them", "."})
NUMBER = {word: i for i, word in enumerate(WORDS)}
LONGEST = 16          # words of a sentence


def one_of(items):
    return items[int(torch.randint(0, len(items), ()))]


def coin():
    return bool(torch.rand(()) < 0.5)


def group(nouns):
    """`the old queen` or `the trees`; the row of the noun; whether there are several."""
    row, several = one_of(nouns), coin()
    return ["the"] + ([one_of(ADJECTIVES)] if coin() else []) + [row[several]], row, several


def sentence():
    words, doer, several = group(NOUNS)
    if coin():
        words += [one_of(NEAR)] + group(PLACES)[0]
    done_to, whom, to_several = group(NOUNS)
    words += [one_of(DEEDS)] + done_to
    words += ["because", "they" if several else doer[2]]
    return words + [one_of(REASONS), "them" if to_several else whom[3], "."]


def numbered(texts):
    """The numbers of the words, (texts, LONGEST); short texts end in more full stops."""
    return torch.tensor([[NUMBER[word] for word in words + ["."] * (LONGEST - len(words))] for words in texts])


def batch(n):
    return numbered([sentence() for _ in range(n)])


def steps_between(a, b):
    """How many letters must be put in, taken out or changed to make b of a."""
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a):
        above, row = row, [i + 1]
        for j, other in enumerate(b):
            row.append(min(above[j] + (letter != other), above[j + 1] + 1, row[j] + 1))
    return row[-1]


def read(text):
    """The words of a text, as the model knows them; prints which ones it had to replace."""
    words = text.lower().replace(".", " . ").replace(",", " ").split()
    if not words:
        raise ValueError("there is no word to read")
    if len(words) > LONGEST:
        print("It has places for", LONGEST, "words, so it does not read the rest.")
    read_as = {}
    for word in words[:LONGEST]:
        if word in ["a", "an"]:
            read_as[word] = "the"
        elif word not in NUMBER and word not in read_as:
            read_as[word] = min(WORDS[1:], key=lambda known: steps_between(word, known))    # no full stop
    if read_as:
        print("Words that it does not know, and what it reads:",
              ", ".join(f"{word} -> {known}" for word, known in read_as.items()))
    return [read_as.get(word, word) for word in words[:LONGEST]]


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.out_proj = nn.Linear(width, width)

    def forward(self, x, on):                                  # (batch, tokens, width)
        b, n, width = x.shape
        shape = b, n, self.heads, width // self.heads
        q = self.W_query(x).view(shape).transpose(1, 2)        # (batch, heads, tokens, head_dim)
        k = self.W_key(x).view(shape).transpose(1, 2)
        v = self.W_value(x).view(shape).transpose(1, 2)
        scores = q @ k.transpose(2, 3) / shape[3] ** 0.5
        scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
        self.weights = torch.softmax(scores, dim=-1)           # (batch, heads, tokens, tokens)
        context = self.weights @ v * on.view(-1, 1, 1)         # a head that is off hands over zeros
        return self.out_proj(context.transpose(1, 2).reshape(b, n, width))


class Model(nn.Module):
    def __init__(self, width=48, heads=2):
        super().__init__()
        self.word, self.place = nn.Embedding(len(WORDS), width), nn.Embedding(LONGEST, width)
        nn.init.normal_(self.word.weight, std=0.4)             # small at first
        nn.init.normal_(self.place.weight, std=0.4)
        self.attention = Attention(width, heads)
        self.guess = nn.Linear(width, len(WORDS))
        self.all_on = torch.ones(heads)

    def forward(self, texts, on=None):
        """A score for each word at each place; `on` has a 1 or a 0 for each head."""
        x = self.word(texts) + self.place.weight[:texts.shape[1]]
        x = x + self.attention(x, self.all_on if on is None else on)
        return self.guess(x)


def loss_on(model, texts):
    """Each place guesses the next word."""
    return F.cross_entropy(model(texts)[:, :-1].flatten(0, 1), texts[:, 1:].flatten())


def train(seed=7, steps=250, rate=0.01):
    torch.manual_seed(seed)
    model = Model()
    adam = torch.optim.Adam(model.parameters(), rate)
    texts = batch(1500)                                        # all that it learns from
    for step in range(steps):
        loss = loss_on(model, texts[torch.randint(0, len(texts), (32,))])
        adam.zero_grad()
        loss.backward()
        adam.step()
    return model


def loss_of(model):
    """Its loss on 500 sentences, nearly all of them new to it."""
    torch.manual_seed(1)
    with torch.no_grad():
        return loss_on(model, batch(500)).item()


if __name__ == "__main__":
    print("loss", round(loss_of(train()), 2))
