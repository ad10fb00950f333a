import torch

print(int(torch.tensor(3.7)), float(torch.tensor(2)), bool(torch.tensor([1])), [10, 20, 30][torch.tensor(1)], list(range(torch.tensor(2))))  # expect: 3 2.0 True 20 [0, 1]
