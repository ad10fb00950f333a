import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.ones(4, 2)


def state():
    return [None if p.grad is None else p.grad.count_nonzero().item() for p in model.parameters()]


print(state())  # expect: [None, None, None, None]
model(x).sum().backward()
print(state())  # expect: [6, 3, 3, 1]
optimizer.zero_grad(set_to_none=False)
print(state(), model[0].bias.grad)  # expect: [0, 0, 0, 0] tensor([0., 0., 0.])
optimizer.zero_grad(set_to_none=True)
print(state())  # expect: [None, None, None, None]
model(x).sum().backward()
model.zero_grad(set_to_none=False)
print(model[2].weight.grad)  # expect: tensor([[0., 0., 0.]])
model.zero_grad(set_to_none=True)
print(model[2].weight.grad)  # expect: None

# Without zero_grad() the gradients of all steps add up.
kept = []
for step in range(3):
    model(x).sum().backward()
    kept.append(model[2].bias.grad.item())
print(kept)  # expect: [4.0, 8.0, 12.0]
for p in model.parameters():
    p.grad = None
optimizer.step()  # nothing to do
before = model[0].weight.clone()
optimizer.step()
print(torch.equal(before, model[0].weight))  # expect: True
for p in model.parameters():
    if p.grad is not None:
        p.grad.zero_()
only = torch.optim.SGD([model[0].weight], lr=0.1)
model(x).sum().backward()
only.zero_grad(set_to_none=True)
print(state())  # expect: [None, 3, 3, 1]
