import torch

x = torch.arange(8).view(1, 2, 4)
right = x.view(1, 2, 2, 2).transpose(1, 2)
wrong = x.view(1, 2, 2, 2)
print(right)  # expect: tensor([[[[0, 1],
# expect:           [4, 5]],
# expect:
# expect:          [[2, 3],
# expect:           [6, 7]]]])
print(wrong)  # expect: tensor([[[[0, 1],
# expect:           [2, 3]],
# expect:
# expect:          [[4, 5],
# expect:           [6, 7]]]])
print(torch.equal(right, wrong))  # expect: False
