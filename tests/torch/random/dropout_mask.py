import torch
import torch.nn as nn

torch.manual_seed(123)
d = nn.Dropout(0.5)
print(d(torch.ones(4, 6)))  # expect: tensor([[2., 2., 0., 2., 2., 0.],
# expect:         [0., 0., 0., 2., 0., 2.],
# expect:         [2., 2., 2., 2., 0., 2.],
# expect:         [0., 2., 2., 0., 0., 2.]])
d.eval()
print(d(torch.ones(2, 2)))  # expect: tensor([[1., 1.],
# expect:         [1., 1.]])
