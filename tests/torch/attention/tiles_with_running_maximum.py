# Softmax over tiles of keys: a running maximum and a running sum.
import torch

torch.manual_seed(0)
q, k, v = torch.randn(3, 7, 4).unbind(0)
out, total = torch.zeros(7, 4), torch.zeros(7, 1)
high = torch.full((7, 1), -torch.inf)
for start in range(0, 7, 3):
    scores = q @ k[start : start + 3].T / 2
    new = torch.maximum(high, scores.amax(1, keepdim=True))
    shrink, p = (high - new).exp(), (scores - new).exp()
    total = total * shrink + p.sum(1, keepdim=True)
    out = out * shrink + p @ v[start : start + 3]
    high = new
print(out / total)  # expect: tensor([[-0.9225, -0.5124,  1.1163,  0.7286],
# expect:         [-0.1945, -0.2323,  1.2192,  1.1137],
# expect:         [-0.8405, -0.2012,  1.0896,  1.0646],
# expect:         [-0.5194, -0.0307,  1.0781,  1.6543],
# expect:         [-1.0381, -0.4748,  1.0411,  0.7667],
# expect:         [-0.8266, -0.2049,  1.1693,  0.7959],
# expect:         [-0.6426, -0.1554,  1.1467,  1.1306]])
print(torch.allclose(out / total, (q @ k.T / 2).softmax(-1) @ v, atol=1e-6))  # expect: True
print(high.squeeze(), total.flatten())  # expect: tensor([0.3730, 2.9286, 0.2445, 1.6976, 0.4851, 0.3436, 0.1169]) tensor([3.7375, 1.5873, 4.0413, 2.8113, 3.5320, 3.2180, 5.1302])
