import torch
from torch import nn

torch.manual_seed(3)
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2))
for p in model[0].parameters():
    p.requires_grad = False
print([p.requires_grad for p in model.parameters()])  # expect: [False, False, True, True]
print(model[0](torch.ones(1, 2)).requires_grad, model(torch.ones(1, 2)).requires_grad)  # expect: False True
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
before = {k: v.clone() for k, v in model.state_dict().items()}
for _ in range(3):
    optimizer.zero_grad()
    model(torch.ones(4, 2)).pow(2).mean().backward()
    optimizer.step()
print({k: torch.equal(v, before[k]) for k, v in model.state_dict().items()})  # expect: {'0.weight': True, '0.bias': True, '2.weight': True, '2.bias': False}
print(model[0].weight.grad)  # expect: None
model.requires_grad_(False)
try:
    model(torch.ones(1, 2)).sum().backward()
except RuntimeError as e:
    print(e)  # expect: element 0 of tensors does not require grad and does not have a grad_fn
model.requires_grad_(True)
x = torch.ones(1, 2, requires_grad=True)
model(x).sum().backward()
print(x.grad is not None, model[0].weight.grad is not None)  # expect: True True

# Frozen by no_grad() in forward: the layers before it get nothing.
model.zero_grad(set_to_none=True)
with torch.no_grad():
    features = model[1](model[0](x))
model[2](features).sum().backward()
print([p.grad is not None for p in model.parameters()])  # expect: [False, False, True, True]

# Low-rank change to a frozen matrix.
frozen = nn.Linear(4, 4, bias=False).requires_grad_(False)
A, B = nn.Parameter(torch.ones(1, 4)), nn.Parameter(torch.zeros(4, 1))
y = frozen(torch.ones(2, 4)) + torch.ones(2, 4) @ A.T @ B.T
y.sum().backward()
print(A.grad, B.grad.T, frozen.weight.grad)  # expect: tensor([[0., 0., 0., 0.]]) tensor([[8., 8., 8., 8.]]) None
print(sum(p.numel() for p in model.parameters() if p.requires_grad))  # expect: 17
