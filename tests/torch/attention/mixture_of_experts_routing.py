import torch

torch.manual_seed(17)
gate = torch.randn(4, 3)
weight, chosen = gate.topk(2, dim=-1)
print(weight.softmax(-1))  # expect: tensor([[0.5497, 0.4503],
# expect:         [0.5901, 0.4099],
# expect:         [0.9518, 0.0482],
# expect:         [0.5359, 0.4641]])
print(chosen, chosen.flatten().bincount(minlength=3))  # expect: tensor([[1, 2],
# expect:         [0, 1],
# expect:         [2, 0],
# expect:         [1, 0]]) tensor([3, 3, 2])
out = torch.zeros(4, 2)
for expert in range(3):
    rows, place = torch.where(chosen == expert)
    out[rows] += weight.softmax(-1)[rows, place, None] * (expert + 1)
print(out)  # expect: tensor([[2.4503, 2.4503],
# expect:         [1.4099, 1.4099],
# expect:         [2.9037, 2.9037],
# expect:         [1.5359, 1.5359]])
