import copy
import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(-1, 1, 16).unsqueeze(1)
y = torch.sin(3 * x) + 0.3 * torch.randn(16, 1)
train_x, val_x, train_y, val_y = x[::2], x[1::2], y[::2], y[1::2]
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=20, gamma=0.5)
loss_fn = nn.MSELoss()


def train_epoch():
    model.train()
    optimizer.zero_grad()
    loss = loss_fn(model(train_x), train_y)
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def validate():
    model.eval()
    return loss_fn(model(val_x), val_y).item()


best, best_state, patience, waited, log = float("inf"), None, 10, 0, []
for epoch in range(200):
    train_loss, val_loss = train_epoch(), validate()
    scheduler.step()
    if val_loss < best - 1e-4:
        best, best_state, waited = val_loss, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
        if waited >= patience:
            break
    if epoch % 10 == 0:
        log.append(f"{epoch:3d} {train_loss:.3f} {val_loss:.3f} {scheduler.get_last_lr()[0]:.4f}")
print("\n".join(log))  # expect:   0 0.885 0.694 0.0500
# expect:  10 0.168 0.348 0.0500
# expect:  20 0.120 0.329 0.0250
print(epoch, f"{best:.4f} {val_loss:.4f}")  # expect: 21 0.3222 0.3253
model.load_state_dict(best_state)
print(f"{validate():.4f}", model.training)  # expect: 0.3222 False
print(any(p.grad is None for p in model.parameters()))  # expect: False
