import torch

x = torch.tensor([[1, 2], [3, 4]])
print(2 in x, 7 in x, len(x), [row.tolist() for row in x])  # expect: True False 2 [[1, 2], [3, 4]]
