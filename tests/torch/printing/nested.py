import torch

print(torch.arange(8).view(2, 2, 2))  # expect: tensor([[[0, 1],
# expect:          [2, 3]],
# expect:
# expect:         [[4, 5],
# expect:          [6, 7]]])
print(torch.zeros(1, 2, 1, 2))  # expect: tensor([[[[0., 0.]],
# expect:
# expect:          [[0., 0.]]]])
print(torch.empty(0), torch.empty(2, 0), torch.empty(0, dtype=torch.long))  # expect: tensor([]) tensor([], size=(2, 0)) tensor([], dtype=torch.int64)
