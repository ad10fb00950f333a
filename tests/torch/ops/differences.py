import torch

x = torch.tensor([[1, 4, 9, 16], [2, 2, 3, 0]])
print(x.diff())  # expect: tensor([[ 3,  5,  7],
# expect:         [ 0,  1, -3]])
print(torch.diff(x, n=2), torch.diff(x, dim=0))  # expect: tensor([[ 2,  2],
# expect:         [ 1, -4]]) tensor([[  1,  -2,  -6, -16]])
print(torch.diff(torch.tensor([0.5])), torch.tensor([True, False, False]).diff())  # expect: tensor([]) tensor([ True, False])
