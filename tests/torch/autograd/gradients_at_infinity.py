import math
import torch
import torch.nn.functional as F

inf, nan = math.inf, math.nan


def grad(f, numbers):
    x = torch.tensor(numbers, requires_grad=True)
    f(x).sum().backward()
    return x.grad


print(grad(lambda x: x.prod(), [inf, 1.0]))  # expect: tensor([nan, inf])
print(grad(lambda x: x.prod(1), [[2.0, 3.0], [4.0, 5.0]]))  # expect: tensor([[3., 2.],
# expect:         [5., 4.]])
print(grad(lambda x: x.cumprod(0), [inf, 1.0]))  # expect: tensor([nan, inf])
print(grad(lambda x: x.cumprod(0), [2.0, 3.0, 4.0]))  # expect: tensor([16., 10.,  6.])
print(grad(lambda x: x.amax(0), [nan, 1.0]))  # expect: tensor([nan, nan])
print(grad(lambda x: x.amin(-1), [[nan, 1.0], [2.0, 2.0]]))  # expect: tensor([[   nan,    nan],
# expect:         [0.5000, 0.5000]])
print(grad(lambda x: x.max(), [nan, 1.0, nan]))  # expect: tensor([0.5000, 0.0000, 0.5000])
print(grad(lambda x: x.nanmean(), [nan, nan]))  # expect: tensor([nan, nan])
print(grad(lambda x: x.nansum(), [nan, 2.0]))  # expect: tensor([0., 1.])
print(grad(lambda x: x.median(), [1.0, 2.0, 2.0, 3.0]))  # expect: tensor([0.0000, 0.5000, 0.5000, 0.0000])
x = torch.ones(2, requires_grad=True)
x.norm(p=0).backward()
print(x.grad)  # it counts, and does not change with the numbers  # expect: None
row = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
none = torch.zeros(3, dtype=torch.bool)
row[none].mean().backward()
print(row.grad)  # expect: tensor([0., 0., 0.])
weights = row.masked_fill(~none, -inf).softmax(-1)
torch.nan_to_num(weights).sum().backward()
print(row.grad)  # expect: tensor([0., 0., 0.])
