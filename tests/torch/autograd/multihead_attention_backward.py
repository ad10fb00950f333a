import torch
from torch import nn

torch.manual_seed(0)
mha = nn.MultiheadAttention(embed_dim=4, num_heads=2, batch_first=True)
x = torch.randn(2, 3, 4, requires_grad=True)
out, weights = mha(x, x, x)
print(out)  # expect: tensor([[[-0.7689, -0.1604, -0.3324,  0.4297],
# expect:          [-0.9133, -0.0565, -0.3773,  0.4792],
# expect:          [-0.7737, -0.0855, -0.3245,  0.3311]],
# expect:
# expect:         [[-0.0517,  0.1680,  0.0011, -0.0471],
# expect:          [ 0.0142,  0.1425,  0.0236, -0.0624],
# expect:          [-0.0453,  0.1572,  0.0020, -0.0275]]], grad_fn=<TransposeBackward0>)
out.pow(2).sum().backward()
print(x.grad)  # expect: tensor([[[ 0.0200,  0.4401,  0.0715,  0.7898],
# expect:          [-0.2307,  0.8338,  0.3249,  0.8284],
# expect:          [ 1.0305,  0.3789, -0.6675,  0.5999]],
# expect:
# expect:         [[ 0.0780, -0.0337, -0.0467, -0.0048],
# expect:          [ 0.0543, -0.0343, -0.0282,  0.0151],
# expect:          [ 0.0595, -0.0271, -0.0293,  0.0131]]])
print(mha.in_proj_weight.grad)  # expect: tensor([[ 0.4232,  0.6794, -0.0536, -0.0639],
# expect:         [-0.4161, -0.8569, -0.0658, -0.1482],
# expect:         [-0.2063, -0.1300, -0.0718, -0.0790],
# expect:         [-0.3126,  0.0530, -0.1128, -0.0608],
# expect:         [ 0.7647,  0.1362,  0.9875,  1.1755],
# expect:         [-0.1479,  0.0297, -0.1073, -0.1023],
# expect:         [-0.1280,  0.0960,  0.0308,  0.1024],
# expect:         [-0.7334,  0.3449, -0.1381,  0.0900],
# expect:         [-0.1465, -2.0875, -0.5483, -1.1935],
# expect:         [-0.2423, -5.6776, -1.3297, -2.9254],
# expect:         [ 2.3233,  2.2841,  0.2577,  0.2087],
# expect:         [ 2.5260,  1.9513,  0.3199,  0.3066]])
q, k, v = mha.in_proj_bias.grad.chunk(3)
print(q, v)  # expect: tensor([ 0.4617, -0.5294, -0.1420, -0.0567]) tensor([-1.0090, -2.3146,  1.9360,  2.2382])
print(k.abs().max() < 1e-5)  # softmax does not see what all keys share  # expect: tensor(True)
print(mha.out_proj.weight.grad, mha.out_proj.bias.grad)  # expect: tensor([[-0.0413,  8.0654, -3.1022, -1.6786],
# expect:         [-0.0126,  1.1852, -0.4519,  0.1339],
# expect:         [-0.0184,  3.4208, -1.3152, -0.6627],
# expect:         [ 0.0136, -4.1761,  1.5935,  0.7251]]) tensor([-5.0775,  0.3304, -2.0147,  2.2059])

x.grad = None
mha.zero_grad()
causal = torch.triu(torch.ones(3, 3), 1).bool()
out, weights = mha(x, x, x, attn_mask=causal, average_attn_weights=False)
print(weights.shape, weights[0, 0])  # expect: torch.Size([2, 2, 3, 3]) tensor([[1.0000, 0.0000, 0.0000],
# expect:         [0.4969, 0.5031, 0.0000],
# expect:         [0.4359, 0.3937, 0.1704]], grad_fn=<SelectBackward0>)
out[:, 0].sum().backward()
print(x.grad)  # expect: tensor([[[-0.3844, -0.3438, -0.1001,  0.0433],
# expect:          [ 0.0000,  0.0000,  0.0000,  0.0000],
# expect:          [ 0.0000,  0.0000,  0.0000,  0.0000]],
# expect:
# expect:         [[-0.3844, -0.3438, -0.1001,  0.0433],
# expect:          [ 0.0000,  0.0000,  0.0000,  0.0000],
# expect:          [ 0.0000,  0.0000,  0.0000,  0.0000]]])

# Padding gets no gradient as a key; cross attention.
memory = torch.randn(2, 4, 4, requires_grad=True)
padding = torch.tensor([[False, False, False, True], [False, True, True, True]])
out, _ = mha(x, memory, memory, key_padding_mask=padding)
out.sum().backward()
print(memory.grad.abs().sum(-1) > 0)  # expect: tensor([[ True,  True,  True, False],
# expect:         [ True, False, False, False]])
