# Relative scores: one column of zeros and a view move every row by one.
import torch
import torch.nn.functional as F

scores = torch.arange(1, 10).view(3, 3)
padded = F.pad(scores, (1, 0))
print(padded)  # expect: tensor([[0, 1, 2, 3],
# expect:         [0, 4, 5, 6],
# expect:         [0, 7, 8, 9]])
print(padded.view(4, 3)[1:])  # expect: tensor([[3, 0, 4],
# expect:         [5, 6, 0],
# expect:         [7, 8, 9]])
