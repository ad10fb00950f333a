import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, "d_out must be divisible by num_heads"
        self.d_out, self.num_heads, self.head_dim = d_out, num_heads, d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def forward(self, x):
        b, num_tokens, d_in = x.shape
        keys = self.W_key(x).view(b, num_tokens, self.num_heads, self.head_dim).transpose(1, 2)
        queries = self.W_query(x).view(b, num_tokens, self.num_heads, self.head_dim).transpose(1, 2)
        values = self.W_value(x).view(b, num_tokens, self.num_heads, self.head_dim).transpose(1, 2)
        attn_scores = queries @ keys.transpose(2, 3)
        mask_bool = self.mask.bool()[:num_tokens, :num_tokens]
        attn_scores.masked_fill_(mask_bool, -torch.inf)
        attn_weights = torch.softmax(attn_scores / keys.shape[-1]**0.5, dim=-1)
        attn_weights = self.dropout(attn_weights)
        context_vec = (attn_weights @ values).transpose(1, 2)
        context_vec = context_vec.contiguous().view(b, num_tokens, self.d_out)
        return self.out_proj(context_vec)


torch.manual_seed(123)
inputs = torch.tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64]])
batch = torch.stack((inputs, inputs * 2), dim=0).requires_grad_()
mha = MultiHeadAttention(3, 4, 3, 0.0, num_heads=2)
out = mha(batch)
print(out)  # expect: tensor([[[ 0.1184,  0.3120, -0.0847, -0.5774],
# expect:          [ 0.0178,  0.3221, -0.0763, -0.4225],
# expect:          [-0.0147,  0.3259, -0.0734, -0.3721]],
# expect:
# expect:         [[ 0.1189,  0.4308, -0.1048, -0.6901],
# expect:          [-0.0946,  0.4329, -0.0881, -0.3603],
# expect:          [-0.1576,  0.4442, -0.0823, -0.2628]]], grad_fn=<ViewBackward0>)
out.pow(2).sum().backward()
print(mha.W_query.weight.grad)  # expect: tensor([[ 0.1024,  0.1582,  0.1197],
# expect:         [ 0.1634,  0.2524,  0.1909],
# expect:         [ 0.0036,  0.0055,  0.0042],
# expect:         [-0.0009, -0.0014, -0.0010]])
print(mha.W_key.weight.grad)  # expect: tensor([[ 0.0262,  0.1514, -0.0495],
# expect:         [ 0.0023,  0.0134, -0.0044],
# expect:         [-0.0359, -0.2050,  0.0675],
# expect:         [ 0.0043,  0.0245, -0.0081]])
print(mha.W_value.weight.grad)  # expect: tensor([[-1.8762, -1.3904, -3.3437],
# expect:         [-2.0562, -1.7206, -3.5166],
# expect:         [-0.6881, -0.4282, -1.2873],
# expect:         [ 1.1512,  1.0675,  1.8888]])
print(mha.out_proj.weight.grad, mha.out_proj.bias.grad)  # expect: tensor([[-0.0149, -0.2734, -0.2583, -0.2652],
# expect:         [-1.7592, -0.0884,  3.9640,  1.8395],
# expect:         [ 0.3942,  0.0453, -0.8611, -0.3861],
# expect:         [ 2.1060,  0.5444, -4.2764, -1.7512]]) tensor([-0.0238,  4.5359, -1.0194, -5.3707])
print(batch.grad)  # expect: tensor([[[-0.2346, -0.5426,  0.6079],
# expect:          [-0.0904, -0.2081,  0.2353],
# expect:          [-0.0304, -0.0756,  0.0896]],
# expect:
# expect:         [[-0.1955, -0.4278,  0.6927],
# expect:          [-0.0671, -0.1850,  0.1984],
# expect:          [-0.0119, -0.0546,  0.0711]]])

# No token looks ahead: the first output has no gradient in later inputs.
batch.grad = None
mha(batch)[0, 0].sum().backward()
print(batch.grad[0, 1:].abs().max(), batch.grad[1].abs().max(), batch.grad[0, 0].abs().min() > 0)  # expect: tensor(0.) tensor(0.) tensor(True)
