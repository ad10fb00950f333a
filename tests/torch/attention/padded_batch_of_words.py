import torch

sentences = ["the cat sat", "a dog", "on the mat again"]
words = sorted({w for s in sentences for w in s.split()})
number = {w: i + 1 for i, w in enumerate(words)}
ids = [[number[w] for w in s.split()] for s in sentences]
longest = max(map(len, ids))
batch = torch.tensor([row + [0] * (longest - len(row)) for row in ids])
print(batch)  # expect: tensor([[8, 3, 7, 0],
# expect:         [1, 4, 0, 0],
# expect:         [6, 8, 5, 2]])
seen = (batch != 0)[:, None, None, :]
print(seen.shape, (batch != 0).sum(1))  # expect: torch.Size([3, 1, 1, 4]) tensor([3, 2, 4])
scores = torch.zeros(3, 1, longest, longest).masked_fill(~seen, -1e9)
print(scores.softmax(-1)[:2])  # expect: tensor([[[[0.3333, 0.3333, 0.3333, 0.0000],
# expect:           [0.3333, 0.3333, 0.3333, 0.0000],
# expect:           [0.3333, 0.3333, 0.3333, 0.0000],
# expect:           [0.3333, 0.3333, 0.3333, 0.0000]]],
# expect:
# expect:
# expect:         [[[0.5000, 0.5000, 0.0000, 0.0000],
# expect:           [0.5000, 0.5000, 0.0000, 0.0000],
# expect:           [0.5000, 0.5000, 0.0000, 0.0000],
# expect:           [0.5000, 0.5000, 0.0000, 0.0000]]]])
