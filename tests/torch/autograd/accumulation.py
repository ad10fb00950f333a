import torch
from torch import nn

w = torch.tensor([1.0, 2.0], requires_grad=True)
print(w.grad)  # expect: None
(w * 3).sum().backward()
kept = w.grad
(w * 2).sum().backward()
print(w.grad, kept)  # expect: tensor([5., 5.]) tensor([5., 5.])
w.grad = None
(w * 2).sum().backward()
print(w.grad, kept)  # expect: tensor([2., 2.]) tensor([5., 5.])
w.grad.zero_()
print(w.grad, w.grad.requires_grad)  # expect: tensor([0., 0.]) False

# Used twice in one graph: the gradients add up.
v = torch.tensor(3.0, requires_grad=True)
(v * v + 2 * v).backward()
print(v.grad)  # expect: tensor(8.)

# The mean over eight rows is the mean of two halves' means, each divided by two.
torch.manual_seed(1)
x, y = torch.randn(8, 3, dtype=torch.float64), torch.randn(8, 1, dtype=torch.float64)
model = nn.Linear(3, 1).double()
nn.MSELoss()(model(x), y).backward()
whole = [p.grad.clone() for p in model.parameters()]
model.zero_grad()
for part in range(2):
    rows = slice(part * 4, part * 4 + 4)
    (nn.MSELoss()(model(x[rows]), y[rows]) / 2).backward()
print([torch.allclose(a, p.grad) for a, p in zip(whole, model.parameters())])  # expect: [True, True]

w.grad = torch.tensor([10.0, 20.0])
(w * 1).sum().backward()
print(w.grad)  # expect: tensor([11., 21.])
try:
    w.grad = torch.zeros(3)
except RuntimeError as e:
    print(e)  # expect: assigned grad has data of a different size
w.grad = torch.zeros(2, dtype=torch.float64)  # expect RuntimeError: assigned grad has data of a different type
