import torch
import torch.nn as nn


torch.manual_seed(123)
mha = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(2, 3, 4)
out, weights = mha(x, x, x)
print(out.shape, weights.shape)  # expect: torch.Size([2, 3, 4]) torch.Size([2, 3, 3])
print(weights)  # expect: tensor([[[0.3810, 0.4246, 0.1944],
# expect:          [0.2408, 0.3821, 0.3771],
# expect:          [0.3704, 0.3289, 0.3007]],
# expect:
# expect:         [[0.6132, 0.2303, 0.1565],
# expect:          [0.5641, 0.2590, 0.1769],
# expect:          [0.3575, 0.2777, 0.3648]]], grad_fn=<DivBackward0>)
causal = torch.triu(torch.ones(3, 3), diagonal=1).bool()
print(mha(x, x, x, attn_mask=causal)[1][0])  # expect: tensor([[1.0000, 0.0000, 0.0000],
# expect:         [0.3985, 0.6015, 0.0000],
# expect:         [0.3704, 0.3289, 0.3007]], grad_fn=<SelectBackward0>)
print(mha(x, x, x, average_attn_weights=False)[1].shape)  # expect: torch.Size([2, 2, 3, 3])
print(mha(x, x, x, need_weights=False)[1])  # expect: None
