# One layer used several times collects the gradients of every use.
import copy
import torch
from torch import nn

layer = nn.Linear(2, 2, bias=False)
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[0.5, 1.0], [0.0, 0.5]]))
x = torch.tensor([[1.0, 2.0]])
y = layer(layer(layer(x)))
y.sum().backward()
print(y.detach(), layer.weight.grad)  # expect: tensor([[1.6250, 0.2500]]) tensor([[3.7500, 1.5000],
# expect:         [7.2500, 4.5000]])
apart = [copy.deepcopy(layer) for _ in range(3)]
for a in apart:
    a.weight.grad = None
out = x
for a in apart:
    out = a(out)
out.sum().backward()
print(torch.equal(sum(a.weight.grad for a in apart), layer.weight.grad))  # expect: True
print([a.weight.grad[0].tolist() for a in apart])  # expect: [[0.25, 0.5], [1.25, 0.5], [2.25, 0.5]]

blocks = nn.ModuleList([layer] * 3)
print(len(blocks), len(list(blocks.parameters())), len(blocks.state_dict()))  # expect: 3 1 3
print(sum(p.numel() for p in nn.Sequential(layer, layer).parameters()))  # expect: 4

# A recurrent state over time, cut after two steps.
cell = nn.Linear(4, 2)
torch.manual_seed(0)
nn.init.constant_(cell.weight, 0.25)
nn.init.zeros_(cell.bias)
norms = []
for cut in (False, True):
    cell.zero_grad()
    h, loss = torch.zeros(1, 2), 0.0
    for t in range(4):
        if cut and t == 2:
            h = h.detach()
        h = torch.tanh(cell(torch.cat([torch.ones(1, 2), h], dim=1)))
        loss = loss + h.sum()
    loss.backward()
    norms.append((loss.item(), cell.weight.grad.clone()))
print(norms)  # expect: [(4.879515647888184, tensor([[3.1643, 3.1643, 1.1729, 1.1729],
# expect:         [3.1643, 3.1643, 1.1729, 1.1729]])), (4.879515647888184, tensor([[2.8677, 2.8677, 1.0745, 1.0745],
# expect:         [2.8677, 2.8677, 1.0745, 1.0745]]))]
residual = torch.tensor([1.0], requires_grad=True)
z = residual
for _ in range(5):
    z = z + 0.1 * z
z.backward()
print(z, residual.grad)  # expect: tensor([1.6105], grad_fn=<AddBackward0>) tensor([1.6105])
