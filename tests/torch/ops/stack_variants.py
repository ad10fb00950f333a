import torch

a, b = torch.tensor([1, 2]), torch.tensor([3, 4])
print(torch.stack((a, b), dim=1), torch.hstack((a, b)), torch.vstack([a, b]), torch.column_stack((a, b)), torch.concat([a, b]))  # expect: tensor([[1, 3],
# expect:         [2, 4]]) tensor([1, 2, 3, 4]) tensor([[1, 2],
# expect:         [3, 4]]) tensor([[1, 3],
# expect:         [2, 4]]) tensor([1, 2, 3, 4])
