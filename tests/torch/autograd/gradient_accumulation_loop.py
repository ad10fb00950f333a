import torch
from torch import nn

torch.manual_seed(5)
x, y = torch.randn(12, 4, dtype=torch.float64), torch.randn(12, 1, dtype=torch.float64)


def trained(accumulate):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 1)).double()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    rows = 12 // accumulate
    losses = []
    for epoch in range(3):
        total = 0.0
        for i in range(accumulate):
            part = slice(i * rows, (i + 1) * rows)
            loss = nn.functional.mse_loss(model(x[part]), y[part]) / accumulate
            loss.backward()
            total += loss.item()
            if (i + 1) % accumulate == 0:
                optimizer.step()
                optimizer.zero_grad()
        losses.append(round(total, 5))
    return losses, model


whole, a = trained(1)
parts, b = trained(4)
print(whole)  # expect: [0.66503, 0.59166, 0.52115]
print(parts)  # expect: [0.66503, 0.59166, 0.52115]
print(all(torch.allclose(p, q) for p, q in zip(a.parameters(), b.parameters())))  # expect: True
print({n: round(p.norm().item(), 5) for n, p in a.named_parameters()})  # expect: {'0.weight': 1.38084, '0.bias': 0.9302, '2.weight': 0.59521, '2.bias': 0.09697}
