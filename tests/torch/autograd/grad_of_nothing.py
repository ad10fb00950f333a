import torch

w = torch.ones(2, requires_grad=True)
print(torch.autograd.grad(w.sum(), []))  # expect ValueError: grad requires non-empty inputs.
