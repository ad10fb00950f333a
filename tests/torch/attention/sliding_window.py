import torch

i, j = torch.arange(6)[:, None], torch.arange(6)[None]
window = (j <= i) & (j > i - 3)
print(window)  # expect: tensor([[ True, False, False, False, False, False],
# expect:         [ True,  True, False, False, False, False],
# expect:         [ True,  True,  True, False, False, False],
# expect:         [False,  True,  True,  True, False, False],
# expect:         [False, False,  True,  True,  True, False],
# expect:         [False, False, False,  True,  True,  True]])
print(window.sum(-1), window.int().argmax(-1))  # expect: tensor([1, 2, 3, 3, 3, 3]) tensor([0, 0, 0, 1, 2, 3])
weights = torch.where(window, 0.0, -torch.inf).softmax(-1)
print(weights)  # expect: tensor([[1.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000],
# expect:         [0.5000, 0.5000, 0.0000, 0.0000, 0.0000, 0.0000],
# expect:         [0.3333, 0.3333, 0.3333, 0.0000, 0.0000, 0.0000],
# expect:         [0.0000, 0.3333, 0.3333, 0.3333, 0.0000, 0.0000],
# expect:         [0.0000, 0.0000, 0.3333, 0.3333, 0.3333, 0.0000],
# expect:         [0.0000, 0.0000, 0.0000, 0.3333, 0.3333, 0.3333]])
