import torch

print(torch.tensor([[1, 2], [3, 4]]).tolist(), torch.tensor(2.5).tolist(), torch.tensor([0.1]).item(), torch.tensor([True]).tolist())  # expect: [[1, 2], [3, 4]] 2.5 0.10000000149011612 [True]
