import torch

scores = torch.full((2, 2), -torch.inf)
scores[1, 0] = 1.0
print(torch.softmax(scores, dim=-1))  # expect: tensor([[nan, nan],
# expect:         [1., 0.]])
