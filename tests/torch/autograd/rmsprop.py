import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8, 1)


def losses(**settings):
    torch.manual_seed(1)
    layer = nn.Linear(3, 1)
    optimizer = torch.optim.RMSprop(layer.parameters(), **settings)
    seen = []
    for step in range(6):
        loss = (layer(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.append(f"{loss.item():.4f}")
    return seen


print(losses())  # expect: ['1.4819', '1.1394', '0.9595', '0.8362', '0.7436', '0.6704']
print(losses(lr=1e-3, alpha=0.9, weight_decay=0.1))  # expect: ['1.4819', '1.4698', '1.4611', '1.4538', '1.4474', '1.4416']
print(losses(momentum=0.9))  # expect: ['1.4819', '1.1394', '0.7601', '0.4759', '0.3130', '0.2430']
print(losses(momentum=0.9, centered=True))  # expect: ['1.4819', '1.1379', '0.7569', '0.4725', '0.3105', '0.2418']
w = nn.Parameter(torch.tensor([1.0, -2.0]))
optimizer = torch.optim.RMSprop([w], lr=0.1)
w.grad = torch.tensor([0.5, 0.0])
optimizer.step()
print(w.data, sorted(optimizer.state[w]))  # expect: tensor([ 2.3842e-07, -2.0000e+00]) ['square_avg', 'step']
torch.optim.RMSprop([w], lr=-1)  # expect ValueError: Invalid learning rate: -1
