# The mean over all earlier tokens, three ways.
import torch

torch.manual_seed(1337)
x = torch.randn(2, 5, 2)
by_loop = torch.stack([x[:, : t + 1].mean(1) for t in range(5)], dim=1)
lower = torch.tril(torch.ones(5, 5))
by_product = lower / lower.sum(1, keepdim=True) @ x
by_softmax = torch.zeros(5, 5).masked_fill(lower == 0, float("-inf")).softmax(-1) @ x
print(by_loop)  # expect: tensor([[[ 0.1808, -0.0700],
# expect:          [-0.0894, -0.4926],
# expect:          [-0.7387, -0.1640],
# expect:          [-0.1823,  0.0247],
# expect:          [-0.1553, -0.2001]],
# expect:
# expect:         [[-1.7524, -1.0971],
# expect:          [-0.6523, -0.9494],
# expect:          [ 0.0730,  0.2033],
# expect:          [ 0.0963,  0.4538],
# expect:          [ 0.1147, -0.0689]]])
print(torch.allclose(by_loop, by_product, atol=1e-6), torch.allclose(by_loop, by_softmax, atol=1e-6))  # expect: True True
print((x.cumsum(1) / torch.arange(1, 6)[:, None])[1])  # expect: tensor([[-1.7524, -1.0971],
# expect:         [-0.6523, -0.9494],
# expect:         [ 0.0730,  0.2033],
# expect:         [ 0.0963,  0.4538],
# expect:         [ 0.1147, -0.0689]])
