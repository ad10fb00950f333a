import torch

torch.manual_seed(5)
q, k, v = torch.randn(3, 1, 2, 4, 3).unbind(0)
scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / 3**0.5
out = torch.einsum("bhqk,bhkd->bhqd", scores.softmax(dim=-1), v)
print(out)  # expect: tensor([[[[-0.9031, -0.8764, -0.2092],
# expect:           [ 0.1143, -0.5185,  0.1256],
# expect:           [ 0.0788, -0.3475,  0.0972],
# expect:           [-0.1138, -0.4599,  0.0692]],
# expect:
# expect:          [[ 1.1573, -0.4805, -0.4445],
# expect:           [-0.2138,  1.0697,  0.4037],
# expect:           [ 0.8063, -0.3598, -0.2301],
# expect:           [ 0.4975,  0.3855,  0.2001]]]])
print(torch.allclose(out, (q @ k.transpose(-2, -1) / 3**0.5).softmax(-1) @ v))  # expect: True
