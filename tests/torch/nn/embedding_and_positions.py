import torch
import torch.nn as nn

torch.manual_seed(123)
tokens, positions = nn.Embedding(10, 4), nn.Embedding(3, 4)
ids = torch.tensor([[1, 5, 2], [0, 9, 9]])
x = tokens(ids) + positions(torch.arange(3))
print(x.shape)  # expect: torch.Size([2, 3, 4])
print(x[0])  # expect: tensor([[-0.3805,  0.5385, -0.6992, -0.8958],
# expect:         [ 1.2702,  1.5067,  2.2410,  0.5048],
# expect:         [ 1.4961,  0.0850, -0.3832, -2.7125]], grad_fn=<SelectBackward0>)
