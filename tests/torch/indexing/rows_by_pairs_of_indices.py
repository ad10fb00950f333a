import torch

logits = torch.arange(12.0).view(3, 4)
target = torch.tensor([1, 0, 3])
print(logits[range(3), target])  # expect: tensor([ 1.,  4., 11.])
print(logits[torch.arange(3), target] == logits.gather(1, target[:, None]).squeeze(1))  # expect: tensor([True, True, True])
print(logits[:, [-1]], logits[[0, 2]][:, [1, 3]])  # expect: tensor([[ 3.],
# expect:         [ 7.],
# expect:         [11.]]) tensor([[ 1.,  3.],
# expect:         [ 9., 11.]])
logits[logits < logits.topk(2).values[:, [-1]]] = -torch.inf
print(logits)  # expect: tensor([[-inf, -inf,  2.,  3.],
# expect:         [-inf, -inf,  6.,  7.],
# expect:         [-inf, -inf, 10., 11.]])
