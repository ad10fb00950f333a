import torch

q = torch.ones(1, 2, 3, 4, requires_grad=True)
s = q @ q.transpose(-2, -1)
print(s.grad_fn.name(), (s / 2).grad_fn.name(), s.softmax(-1).grad_fn.name())  # expect: UnsafeViewBackward0 DivBackward0 SoftmaxBackward0
print(s.masked_fill(torch.ones(3, 3).bool(), 0.0).grad_fn.name())  # expect: MaskedFillBackward0
print((s @ q).transpose(1, 2).contiguous().view(1, 3, 8).grad_fn.name())  # expect: ViewBackward0
