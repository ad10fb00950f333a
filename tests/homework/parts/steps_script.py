import torch

q, k, v = torch.rand(1, 2, 4, 3), torch.rand(1, 2, 4, 3), torch.rand(1, 2, 4, 3)
scores = q @ k.transpose(2, 3)
hidden = torch.triu(torch.ones(4, 4), diagonal=1).bool()
weights = torch.softmax(scores.masked_fill(hidden, -torch.inf) / 3**0.5, dim=-1)
context = (weights @ v).transpose(1, 2).reshape(1, 4, 6)
print(context)
