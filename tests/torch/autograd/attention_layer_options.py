import torch
from torch import nn

torch.manual_seed(0)
x, memory = torch.randn(1, 2, 4), torch.randn(1, 3, 6)
mha = nn.MultiheadAttention(4, 2, kdim=6, vdim=6, batch_first=True)
out, weights = mha(x, memory, memory)
out.sum().backward()
print({n: tuple(p.grad.shape) for n, p in mha.named_parameters()})  # expect: {'q_proj_weight': (4, 4), 'k_proj_weight': (4, 6), 'v_proj_weight': (4, 6), 'in_proj_bias': (12,), 'out_proj.weight': (4, 4), 'out_proj.bias': (4,)}
print(mha.k_proj_weight.grad[0])  # expect: tensor([ 0.0081, -0.0005,  0.0068,  0.0001, -0.0096, -0.0004])
print(mha.v_proj_weight.grad[0])  # expect: tensor([-0.0128, -0.0073, -0.0170, -0.0097,  0.0124,  0.0023])

plain = nn.MultiheadAttention(4, 1, bias=False)
y = torch.randn(3, 1, 4, requires_grad=True)  # (tokens, batch, width)
out, none = plain(y, y, y, need_weights=False)
print(none, [n for n, _ in plain.named_parameters()])  # expect: None ['in_proj_weight', 'out_proj.weight']
out.pow(2).sum().backward()
print(y.grad[:, 0])  # expect: tensor([[ 0.2639,  0.0365,  0.8543, -0.0338],
# expect:         [ 0.1871,  0.0639,  0.7231, -0.0486],
# expect:         [ 0.2594,  0.1105,  1.0543, -0.0905]])
flat = torch.randn(3, 4, requires_grad=True)
out, w = plain(flat, flat, flat)
print(out.shape, w)  # expect: torch.Size([3, 4]) tensor([[0.2218, 0.4399, 0.3382],
# expect:         [0.3730, 0.2638, 0.3632],
# expect:         [0.3541, 0.3002, 0.3458]], grad_fn=<SqueezeBackward1>)
w[0, 1].backward()
print(flat.grad)  # expect: tensor([[-0.0567, -0.0645,  0.0404,  0.0464],
# expect:         [-0.0493,  0.0176, -0.1056, -0.0265],
# expect:         [ 0.0298, -0.0106,  0.0638,  0.0160]])

float_mask = torch.tensor([[0.0, -1.0], [0.5, 0.0]], requires_grad=True)
plain.zero_grad()
out, w = plain(flat[:2], flat[:2], flat[:2], attn_mask=float_mask)
out.sum().backward()
print(float_mask.grad)  # expect: tensor([[ 0.0195, -0.0195],
# expect:         [ 0.0168, -0.0168]])
plain.eval()
with torch.no_grad():
    print(torch.allclose(plain(flat, flat, flat)[0], plain(flat, flat, flat, need_weights=False)[0], atol=1e-6))  # expect: True
