import torch
import torch.nn.functional as F


print(F.pad(torch.ones(2, 2), (1, 0)))  # expect: tensor([[0., 1., 1.],
# expect:         [0., 1., 1.]])
print(F.pad(torch.ones(2, 2), (0, 0, 1, 0), value=float("-inf")))  # expect: tensor([[-inf, -inf],
# expect:         [1., 1.],
# expect:         [1., 1.]])
print(F.pad(torch.arange(4.0), (-1, 2)))  # expect: tensor([1., 2., 3., 0., 0.])
print(F.one_hot(torch.tensor([0, 2])), F.one_hot(torch.tensor([1]), num_classes=4))  # expect: tensor([[1, 0, 0],
# expect:         [0, 0, 1]]) tensor([[0, 1, 0, 0]])
