import torch
import torch.nn.functional as F


torch.manual_seed(1)
x = torch.ones(2, 3)
print(F.dropout(x, p=0.5))  # expect: tensor([[2., 2., 2.],
# expect:         [2., 0., 2.]])
print(F.dropout(x, p=0.5, training=False) is x)  # expect: True
print(F.dropout(x, 0.1, True))  # expect: tensor([[1.1111, 1.1111, 1.1111],
# expect:         [1.1111, 1.1111, 1.1111]])
