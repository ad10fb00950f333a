import torch
from torch import nn
import torch.nn.functional as F

scores = torch.tensor([[0.5, -1.0], [2.0, 0.0]], requires_grad=True)
target = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
loss = F.binary_cross_entropy_with_logits(scores, target, pos_weight=torch.tensor([1.0, 3.0]))
print(loss)  # expect: tensor(1.2484, grad_fn=<BinaryCrossEntropyWithLogitsBackward0>)
loss.backward()
print(scores.grad)  # expect: tensor([[-0.0944,  0.0672],
# expect:         [ 0.2202, -0.3750]])
scores.grad = None
lost = nn.BCEWithLogitsLoss(weight=torch.tensor([0.5, 2.0]), pos_weight=torch.tensor(2.0), reduction="none")
print(lost, lost(scores, target))  # expect: BCEWithLogitsLoss() tensor([[0.4741, 0.6265],
# expect:         [1.0635, 2.7726]], grad_fn=<BinaryCrossEntropyWithLogitsBackward0>)
lost(scores, target).sum().backward()
print(scores.grad)  # expect: tensor([[-0.3775,  0.5379],
# expect:         [ 0.4404, -2.0000]])
p = torch.tensor([0.2, 0.9], requires_grad=True)
half = nn.BCELoss(weight=torch.tensor([1.0, 0.5]), reduction="sum")(p, torch.tensor([0.0, 1.0]))
half.backward()
print(half, p.grad)  # expect: tensor(0.2758, grad_fn=<BinaryCrossEntropyBackward0>) tensor([ 1.2500, -0.5556])
soft = torch.tensor([0.3, 0.6], requires_grad=True)
F.binary_cross_entropy_with_logits(p.detach(), soft, pos_weight=torch.tensor(2.0)).backward()
print(soft.grad)  # expect: tensor([ 0.1991, -0.2794])
print([k for k, _ in lost.named_buffers()])  # expect: ['weight', 'pos_weight']
F.binary_cross_entropy_with_logits(scores, target[0])  # expect ValueError: Target size (torch.Size([2])) must be the same as input size (torch.Size([2, 2]))
