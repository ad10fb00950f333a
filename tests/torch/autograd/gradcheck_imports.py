import torch
from torch.autograd.gradcheck import gradcheck, gradgradcheck
from torch.autograd import gradcheck as same

x = torch.tensor([0.5, -1.0], dtype=torch.float64, requires_grad=True)
print(gradcheck(torch.tanh, x), same is gradcheck, torch.autograd.gradcheck is gradcheck)  # expect: True True True
print(torch.autograd.gradcheck(lambda t: t.softmax(0), (x,), eps=1e-6, atol=1e-4))  # expect: True
