import torch
from torch import nn

torch.set_default_dtype(torch.float64)


def norms(layer, *inputs, pick=lambda out: out, **options):
    out = pick(layer(*inputs, **options))
    out.pow(2).sum().backward()
    first = inputs[0].grad.norm()
    return tuple(out.shape), round(first.item(), 4), [round(p.grad.norm().item(), 4) for p in layer.parameters()]


def made(make, *sizes):
    torch.manual_seed(0)
    return make(), *[torch.randn(s, requires_grad=True) for s in sizes]


print(norms(*made(lambda: nn.TransformerEncoderLayer(4, 2, 8, 0.0), (3, 2, 4))))  # expect: ((3, 2, 4), 0.0001, [0.0001, 0.0001, 0.0001, 0.0002, 0.0001, 0.0001, 0.0003, 0.0002, 0.0003, 0.0002, 25.9125, 16.0263])
print(norms(*made(lambda: nn.TransformerEncoderLayer(4, 2, 8, 0.0, "gelu", norm_first=True, batch_first=True), (3, 2, 4))))  # expect: ((3, 2, 4), 12.1415, [13.2654, 11.4649, 26.6756, 20.3095, 9.0591, 5.789, 22.4882, 16.0985, 10.2846, 9.9499, 2.5219, 2.7096])
print(norms(*made(lambda: nn.TransformerEncoderLayer(4, 2, 8, dropout=0.1), (3, 2, 4))))  # expect: ((3, 2, 4), 0.0001, [0.0001, 0.0001, 0.0002, 0.0002, 0.0001, 0.0001, 0.0003, 0.0002, 0.0003, 0.0002, 26.1391, 16.7962])
print(norms(*made(lambda: nn.TransformerDecoderLayer(4, 2, 8, 0.0), (3, 2, 4), (5, 2, 4))))  # expect: ((3, 2, 4), 0.0, [0.0, 0.0, 0.0001, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0001, 0.0, 0.0001, 0.0001, 0.0, 0.0, 0.0003, 0.0001, 27.3382, 8.2862])
causal = nn.Transformer.generate_square_subsequent_mask(3).double()
print(norms(*made(lambda: nn.TransformerDecoderLayer(4, 2, 8, 0.0), (3, 2, 4), (5, 2, 4)), tgt_mask=causal))  # expect: ((3, 2, 4), 0.0, [0.0, 0.0, 0.0001, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0001, 0.0, 0.0002, 0.0001, 0.0, 0.0, 0.0003, 0.0001, 27.3095, 8.0999])
stack = lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 2, norm=nn.LayerNorm(4))
print(norms(*made(stack, (3, 1, 4)), mask=causal))  # expect: ((3, 1, 4), 0.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0001, 0.0001, 13.406, 9.2334])
shape, x_norm, parts = norms(*made(lambda: nn.Transformer(4, 2, 1, 1, 8, 0.0), (3, 2, 4), (5, 2, 4)))
print(shape, x_norm, len(parts), round(sum(parts), 4))  # expect: (5, 2, 4) 0.0 34 72.8276
attention = lambda: nn.MultiheadAttention(4, 2, dropout=0.3, batch_first=True)
layer, x = made(attention, (2, 3, 4))
print(norms(layer, x, x, x, pick=lambda out: out[0]))  # expect: ((2, 3, 4), 0.9753, [2.3223, 1.9191, 5.6805, 4.3031])
layer, x = made(attention, (2, 3, 4))
layer.eval()
print(norms(layer, x, x, x, attn_mask=causal, pick=lambda out: out[0]))  # expect: ((2, 3, 4), 1.1699, [4.4471, 2.7311, 8.269, 5.6463])
