import math
import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, StepLR


def rates(make, steps=8, lr=1.0):
    w = torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=lr)
    scheduler = make(optimizer)
    out = []
    for _ in range(steps):
        w.sum().backward()
        optimizer.step()
        out.append(round(optimizer.param_groups[0]["lr"], 5))
        scheduler.step()
    return out, round(w.item(), 4), [round(r, 5) for r in scheduler.get_last_lr()]


print(rates(lambda o: StepLR(o, step_size=3)))  # expect: ([1.0, 1.0, 1.0, 0.1, 0.1, 0.1, 0.01, 0.01], -7.65, [0.01])
print(rates(lambda o: StepLR(o, 2, gamma=0.5)))  # expect: ([1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125], -11.125, [0.0625])
print(rates(lambda o: LambdaLR(o, lr_lambda=lambda e: 0.9 ** e)))  # expect: ([1.0, 0.9, 0.81, 0.729, 0.6561, 0.59049, 0.53144, 0.4783], -22.5159, [0.43047])
print(rates(lambda o: LambdaLR(o, lambda step: min((step + 1) ** -0.5, (step + 1) * 4 ** -1.5))))  # expect: ([0.125, 0.25, 0.375, 0.5, 0.44721, 0.40825, 0.37796, 0.35355], -13.9097, [0.33333])
print(rates(lambda o: CosineAnnealingLR(o, T_max=8)))  # expect: ([1.0, 0.96194, 0.85355, 0.69134, 0.5, 0.30866, 0.14645, 0.03806], -13.9315, [0.0])
print(rates(lambda o: CosineAnnealingLR(o, T_max=4, eta_min=0.1), steps=10))  # expect: ([1.0, 0.8682, 0.55, 0.2318, 0.1, 0.2318, 0.55, 0.8682, 1.0, 0.8682], -35.682, [0.55])


def warm_up_then_cosine(step, warm=3, last=8):
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + math.cos(math.pi * (step - warm) / (last - warm)))


print(rates(lambda o: LambdaLR(o, warm_up_then_cosine)))  # expect: ([0.33333, 0.66667, 1.0, 1.0, 0.90451, 0.65451, 0.34549, 0.09549], -20.2986, [0.0])
a, b = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
optimizer = torch.optim.Adam([{"params": [a]}, {"params": [b], "lr": 0.5}], lr=0.1)
scheduler = LambdaLR(optimizer, [lambda e: 1 / (e + 1), lambda e: 1.0])
(a + b).sum().backward()
optimizer.step()
scheduler.step()
print(scheduler.get_last_lr(), scheduler.last_epoch, optimizer.param_groups[0]["initial_lr"])  # expect: [0.05, 0.5] 1 0.1
saved = scheduler.state_dict()
print(saved["last_epoch"], saved["base_lrs"])  # expect: 1 [0.1, 0.5]
