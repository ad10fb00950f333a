import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, StepLR


def trained(make, steps=6, schedule=None):
    w = nn.Parameter(torch.tensor([1.0, -2.0, 3.0]))
    b = nn.Parameter(torch.tensor([0.5]))
    optimizer = make([w, b])
    scheduler = schedule(optimizer) if schedule else None
    rates = []
    for step in range(steps):
        optimizer.zero_grad()
        loss = ((w * torch.tensor([1.0, 2.0, -1.0])).sum() + b - step).pow(2).sum() / 8
        loss.backward()
        optimizer.step()
        if scheduler:
            rates.append(round(scheduler.get_last_lr()[0], 6))
            scheduler.step()
    return [round(x, 4) for x in torch.cat([w, b]).tolist()], rates


print(trained(lambda p: torch.optim.SGD(p, lr=0.1)))  # expect: ([1.8362, -0.3276, 2.1638, 1.3362], [])
print(trained(lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9)))  # expect: ([2.2482, 0.4964, 1.7518, 1.7482], [])
print(trained(lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True, weight_decay=0.1)))  # expect: ([2.1819, 0.7927, 1.3891, 1.7355], [])
print(trained(lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, dampening=0.5)))  # expect: ([1.8338, -0.3324, 2.1662, 1.3338], [])
print(trained(lambda p: torch.optim.Adam(p, lr=0.1)))  # expect: ([1.6035, -1.3965, 2.3965, 1.1035], [])
print(trained(lambda p: torch.optim.Adam(p, lr=0.1, betas=(0.5, 0.9), weight_decay=0.2, amsgrad=True)))  # expect: ([1.6228, -1.3805, 2.3851, 1.1214], [])
print(trained(lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.3)))  # expect: ([1.3927, -1.1062, 1.9392, 0.9762], [])
print(trained(lambda p: torch.optim.AdamW([{"params": p[:1], "lr": 0.2}, {"params": p[1:], "weight_decay": 0.0}], lr=0.1)))  # expect: ([2.1842, -0.78, 1.768, 1.1011], [])
print(trained(lambda p: torch.optim.SGD(p, lr=0.1), schedule=lambda o: StepLR(o, step_size=2, gamma=0.5)))  # expect: ([1.5079, -0.9842, 2.4921, 1.0079], [0.1, 0.1, 0.05, 0.05, 0.025, 0.025])
print(trained(lambda p: torch.optim.SGD(p, lr=0.1), schedule=lambda o: LambdaLR(o, lambda step: 1 / (1 + step))))  # expect: ([1.37, -1.26, 2.63, 0.87], [0.1, 0.05, 0.033333, 0.025, 0.02, 0.016667])
print(trained(lambda p: torch.optim.SGD(p, lr=0.1), schedule=lambda o: CosineAnnealingLR(o, T_max=5, eta_min=0.01)))  # expect: ([1.4715, -1.0571, 2.5285, 0.9715], [0.1, 0.091406, 0.068906, 0.041094, 0.018594, 0.01])
p = nn.Parameter(torch.tensor([3.0, 4.0]))
(p * p).sum().backward()
print(p.grad, torch.nn.utils.clip_grad_norm_([p], 1.0), p.grad)  # expect: tensor([0.6000, 0.8000]) tensor(10.) tensor([0.6000, 0.8000])
nn.utils.clip_grad_value_([p], 0.7)
print(p.grad)  # expect: tensor([0.6000, 0.7000])
o = torch.optim.SGD([p], lr=1e-2)
print(o.param_groups[0]["lr"], list(o.state_dict()), len(o.param_groups))  # expect: 0.01 ['state', 'param_groups'] 1
torch.optim.SGD([], lr=0.1)  # expect ValueError: optimizer got an empty parameter list
