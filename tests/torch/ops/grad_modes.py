import torch

w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    print((w * 2).requires_grad, torch.is_grad_enabled())  # expect: False False
with torch.set_grad_enabled(False):
    print((w * 2).requires_grad)  # expect: False
print((w * 2).requires_grad, torch.is_grad_enabled())  # expect: True True
