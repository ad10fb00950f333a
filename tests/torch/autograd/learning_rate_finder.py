import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]]) + 0.1
table = []
for lr in (0.001, 0.01, 0.1, 0.5, 1.0, 1.5):
    torch.manual_seed(1)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(15):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    table.append(f"{lr:<6} {loss.item():.3g}")
print("\n".join(table))  # expect: 0.001  2.48
# expect: 0.01   1.69
# expect: 0.1    0.0828
# expect: 0.5    1.82e-08
# expect: 1.0    3.79e+05
# expect: 1.5    4.66e+12
diverged = [float(row.split()[1]) > 10 for row in table]
print(diverged)  # expect: [False, False, False, False, True, True]
w = torch.tensor([2.0], requires_grad=True)
seen = []
for step in range(8):  # too large a step on x ** 4
    (w ** 4).sum().backward()
    with torch.no_grad():
        w -= 0.2 * w.grad
        w.grad.zero_()
    seen.append(w.item())
print([f"{s:.3g}" for s in seen])  # expect: ['-4.4', '63.7', '-2.07e+05', '7.11e+15', '-inf', 'nan', 'nan', 'nan']
print(torch.isfinite(w).item(), torch.isnan(w).any())  # expect: False tensor(True)
