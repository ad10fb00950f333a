import torch
import torch.nn.functional as F
from torch import nn

logits = torch.tensor([[2.0, 0.0, -1.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.5], [3.0, 0.0, 0.0]], requires_grad=True)
target = torch.tensor([0, 2, -100, 1])


def show(loss):
    g, = torch.autograd.grad(loss.sum(), logits)
    return loss, g


print(*show(F.cross_entropy(logits, target)))  # expect: tensor(1.6054, grad_fn=<NllLossBackward0>) tensor([[-0.0521,  0.0381,  0.0140],
# expect:         [ 0.0706,  0.1920, -0.2627],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.3031, -0.3182,  0.0151]])
print(*show(F.cross_entropy(logits, target, reduction="none")))  # expect: tensor([0.1698, 1.5514, 0.0000, 3.0949], grad_fn=<NllLossBackward0>) tensor([[-0.1562,  0.1142,  0.0420],
# expect:         [ 0.2119,  0.5761, -0.7881],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.9094, -0.9547,  0.0453]])
print(*show(F.cross_entropy(logits, target, reduction="sum")))  # expect: tensor(4.8162, grad_fn=<NllLossBackward0>) tensor([[-0.1562,  0.1142,  0.0420],
# expect:         [ 0.2119,  0.5761, -0.7881],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.9094, -0.9547,  0.0453]])
print(*show(F.cross_entropy(logits, torch.tensor([0, 2, 1, 1]), ignore_index=1)))  # expect: tensor(0.8606, grad_fn=<NllLossBackward0>) tensor([[-0.0781,  0.0571,  0.0210],
# expect:         [ 0.1060,  0.2881, -0.3940],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.0000,  0.0000,  0.0000]])
print(*show(F.cross_entropy(logits, target, label_smoothing=0.1)))  # expect: tensor(1.6165, grad_fn=<AddBackward0>) tensor([[-0.0298,  0.0270,  0.0029],
# expect:         [ 0.0595,  0.1809, -0.2405],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.2920, -0.2960,  0.0040]])
weight = torch.tensor([1.0, 2.0, 0.5])
print(*show(F.cross_entropy(logits, target, weight=weight)))  # expect: tensor(2.0387, grad_fn=<NllLossBackward0>) tensor([[-0.0446,  0.0326,  0.0120],
# expect:         [ 0.0303,  0.0823, -0.1126],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.5197, -0.5456,  0.0259]])
soft = torch.tensor([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.2, 0.2, 0.6], [0.0, 1.0, 0.0]])
print(*show(F.cross_entropy(logits, soft)))  # expect: tensor(1.3537, grad_fn=<DivBackward1>) tensor([[-0.0391,  0.0285,  0.0105],
# expect:         [ 0.0530,  0.0190, -0.0720],
# expect:         [ 0.0333,  0.0333, -0.0667],
# expect:         [ 0.2274, -0.2387,  0.0113]])
print(*show(F.nll_loss(F.log_softmax(logits, -1), target)))  # expect: tensor(1.6054, grad_fn=<NllLossBackward0>) tensor([[-0.0521,  0.0381,  0.0140],
# expect:         [ 0.0706,  0.1920, -0.2627],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.3031, -0.3182,  0.0151]])
by_hand = -F.log_softmax(logits, -1)[torch.tensor([0, 1, 3]), target[target >= 0]].mean()
print(*show(by_hand))  # expect: tensor(1.6054, grad_fn=<NegBackward0>) tensor([[-0.0521,  0.0381,  0.0140],
# expect:         [ 0.0706,  0.1920, -0.2627],
# expect:         [ 0.0000,  0.0000,  0.0000],
# expect:         [ 0.3031, -0.3182,  0.0151]])
one_hot = F.one_hot(torch.tensor([0, 2, 0, 1]), 3)
difference = (F.softmax(logits, -1) - one_hot) / 4
print(torch.allclose(difference, show(F.cross_entropy(logits, torch.tensor([0, 2, 0, 1])))[1], atol=1e-6))  # expect: True
print(*show(F.cross_entropy(logits.T[None], torch.tensor([[0, 1, 2, 0]]))))  # expect: tensor(0.4787, grad_fn=<NllLoss2DBackward0>) tensor([[-0.0391,  0.0285,  0.0105],
# expect:         [ 0.0530, -0.1060,  0.0530],
# expect:         [ 0.0833,  0.0833, -0.1667],
# expect:         [-0.0226,  0.0113,  0.0113]])
print(F.cross_entropy(logits, torch.full((4,), -100)))  # expect: tensor(nan, grad_fn=<NllLossBackward0>)
