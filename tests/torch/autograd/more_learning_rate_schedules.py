import torch
from torch import nn
from torch.optim import lr_scheduler as S


def rates(make, steps=8, lr=0.1):
    optimizer = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=lr, momentum=0.9)
    scheduler = make(optimizer)
    seen = [scheduler.get_last_lr()[0]]
    for _ in range(steps):
        optimizer.step()
        scheduler.step()
        seen.append(scheduler.get_last_lr()[0])
    print(type(scheduler).__name__, [f"{x:.5f}" for x in seen], f"{optimizer.param_groups[0]['momentum']:.3f}")


rates(lambda o: S.ExponentialLR(o, gamma=0.9))
rates(lambda o: S.LinearLR(o, start_factor=0.1, total_iters=4))
rates(lambda o: S.LinearLR(o, 1.0, end_factor=0.2, total_iters=3))
rates(lambda o: S.SequentialLR(o, [S.LinearLR(o, 0.1, total_iters=3), S.CosineAnnealingLR(o, 5)], milestones=[3]))

optimizer = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=1.0)
plateau = S.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=1, min_lr=0.2)
seen = []
for loss in [1.0, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, torch.tensor(0.96), 0.97, 0.98, 0.99]:
    plateau.step(loss)
    seen.append(optimizer.param_groups[0]["lr"])
print(seen)
best = S.ReduceLROnPlateau(optimizer, "max", patience=0)
for accuracy in (0.5, 0.6, 0.6):
    best.step(accuracy)
print(f"{optimizer.param_groups[0]['lr']:.4f}", best.num_bad_epochs)
# expect: ExponentialLR ['0.10000', '0.09000', '0.08100', '0.07290', '0.06561', '0.05905', '0.05314', '0.04783', '0.04305'] 0.900
# expect: LinearLR ['0.01000', '0.03250', '0.05500', '0.07750', '0.10000', '0.10000', '0.10000', '0.10000', '0.10000'] 0.900
# expect: LinearLR ['0.10000', '0.07333', '0.04667', '0.02000', '0.02000', '0.02000', '0.02000', '0.02000', '0.02000'] 0.900
# expect: SequentialLR ['0.01000', '0.04000', '0.07000', '0.10000', '0.09045', '0.06545', '0.03455', '0.00955', '0.00000'] 0.900
# expect: [1.0, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.2, 0.2, 0.2, 0.2]
# expect: 0.0200 0
