import torch
import torch.nn as nn

torch.manual_seed(11)
W_q, W_k, W_v = (nn.Parameter(torch.rand(3, 2)) for _ in range(3))
x = torch.rand(5, 3)
q, k, v = x @ W_q, x @ W_k, x @ W_v
weights = torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1)
print(weights)  # expect: tensor([[0.3718, 0.2990, 0.1035, 0.1229, 0.1028],
# expect:         [0.3451, 0.2872, 0.1173, 0.1334, 0.1170],
# expect:         [0.2848, 0.2545, 0.1475, 0.1678, 0.1454],
# expect:         [0.2962, 0.2613, 0.1422, 0.1592, 0.1411],
# expect:         [0.2760, 0.2495, 0.1528, 0.1706, 0.1511]], grad_fn=<SoftmaxBackward0>)
print(weights @ v)  # expect: tensor([[0.7214, 1.1322],
# expect:         [0.7009, 1.1087],
# expect:         [0.6515, 1.0537],
# expect:         [0.6612, 1.0642],
# expect:         [0.6441, 1.0453]], grad_fn=<MmBackward0>)
