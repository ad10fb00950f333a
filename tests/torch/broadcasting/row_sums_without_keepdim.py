import torch

w = torch.tensor([[1.0, 3.0], [2.0, 2.0]])
print(w / w.sum(dim=-1))  # expect: tensor([[0.2500, 0.7500],
# expect:         [0.5000, 0.5000]])
print(w / w.sum(dim=-1, keepdim=True))  # expect: tensor([[0.2500, 0.7500],
# expect:         [0.5000, 0.5000]])
