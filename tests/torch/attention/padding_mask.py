import torch

scores = torch.zeros(2, 1, 3, 3)
lengths = torch.tensor([3, 2])
keep = torch.arange(3)[None, :] < lengths[:, None]
print(keep)  # expect: tensor([[ True,  True,  True],
# expect:         [ True,  True, False]])
masked = scores.masked_fill(~keep[:, None, None, :], float("-inf"))
print(torch.softmax(masked, dim=-1))  # expect: tensor([[[[0.3333, 0.3333, 0.3333],
# expect:           [0.3333, 0.3333, 0.3333],
# expect:           [0.3333, 0.3333, 0.3333]]],
# expect:
# expect:
# expect:         [[[0.5000, 0.5000, 0.0000],
# expect:           [0.5000, 0.5000, 0.0000],
# expect:           [0.5000, 0.5000, 0.0000]]]])
