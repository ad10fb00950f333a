import torch
import torch.nn as nn


torch.manual_seed(0)
mha = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(1, 3, 4)
padding = torch.tensor([[False, False, True]])
out, weights = mha(x, x, x, key_padding_mask=padding)
print(weights)  # expect: tensor([[[0.4350, 0.5650, 0.0000],
# expect:          [0.4797, 0.5203, 0.0000],
# expect:          [0.4493, 0.5507, 0.0000]]], grad_fn=<DivBackward0>)
print(mha(x[0], x[0], x[0])[0].shape)  # expect: torch.Size([3, 4])
