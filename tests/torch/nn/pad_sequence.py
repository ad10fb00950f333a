import torch
from torch.nn.utils.rnn import pad_sequence

rows = [torch.tensor([5, 2, 9]), torch.tensor([7]), torch.tensor([1, 2, 3, 4])]
print(pad_sequence(rows, batch_first=True))  # expect: tensor([[5, 2, 9, 0],
# expect:         [7, 0, 0, 0],
# expect:         [1, 2, 3, 4]])
print(pad_sequence(rows, padding_value=-1))  # expect: tensor([[ 5,  7,  1],
# expect:         [ 2, -1,  2],
# expect:         [ 9, -1,  3],
# expect:         [-1, -1,  4]])
print(pad_sequence([torch.ones(2, 2), torch.zeros(1, 2)], True, 0.5))  # expect: tensor([[[1.0000, 1.0000],
# expect:          [1.0000, 1.0000]],
# expect:
# expect:         [[0.0000, 0.0000],
# expect:          [0.5000, 0.5000]]])
