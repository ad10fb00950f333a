import torch

torch.manual_seed(77)
weights = torch.rand(2, 3, 4).softmax(-1)
print(-(weights * weights.log()).sum(-1))  # expect: tensor([[1.3834, 1.3555, 1.3726],
# expect:         [1.3486, 1.3838, 1.3529]])
print(weights.max(-1), weights.sum((0, 2)))  # expect: torch.return_types.max(
# expect: values=tensor([[0.2765, 0.3159, 0.3102],
# expect:         [0.3672, 0.2721, 0.3382]]),
# expect: indices=tensor([[3, 0, 2],
# expect:         [1, 3, 3]])) tensor([2., 2., 2.])
print(weights.var(-1, unbiased=False).mean(), weights.std(), weights.amax((1, 2)))  # expect: tensor(0.0025) tensor(0.0512) tensor([0.3159, 0.3672])
