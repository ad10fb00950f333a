import warnings
import torch
from torch.optim import lr_scheduler
from torch.optim.adamw import AdamW
from torch.optim.optimizer import Optimizer, required

warnings.simplefilter("ignore")


def rates(make, steps):
    opt = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    sched = make(opt)
    seen = []
    for epoch in steps:
        opt.step()
        sched.step() if epoch is None else sched.step(epoch)
        seen.append(round(opt.param_groups[0]["lr"], 4))
    return seen


parts = [e + i / 4 for e in range(4) for i in range(4)]
print(rates(lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 2), parts))  # expect: [1.0, 0.9619, 0.8536, 0.6913, 0.5, 0.3087, 0.1464, 0.0381, 1.0, 0.9619, 0.8536, 0.6913, 0.5, 0.3087, 0.1464, 0.0381]
print(rates(lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 1, T_mult=2, eta_min=0.1), parts + [None, None]))  # expect: [1.0, 0.8682, 0.55, 0.2318, 1.0, 0.9657, 0.8682, 0.7222, 0.55, 0.3778, 0.2318, 0.1343, 1.0, 0.9914, 0.9657, 0.9242, 0.6378, 0.3]
print(rates(lambda o: lr_scheduler.StepLR(o, 2, 0.5), [0, 3, 4, 9, None]))  # expect: [1.0, 0.5, 0.25, 0.0625, 0.0312]
print(rates(lambda o: lr_scheduler.CosineAnnealingLR(o, 5), [0, 2, 5, 7]))  # expect: [1.0, 0.6545, 0.0, 0.3455]
print(rates(lambda o: lr_scheduler.ExponentialLR(o, 0.9), [1, 5]))  # expect: [0.9, 0.5905]
print(rates(lambda o: lr_scheduler.MultiStepLR(o, [2, 4], 0.1), [1, 2, 5]))  # expect: [1.0, 0.1, 0.01]
print(rates(lambda o: lr_scheduler.LambdaLR(o, lambda e: 1 / (1 + e)), [1, 3]))  # expect: [0.5, 0.25]
print(AdamW is torch.optim.AdamW, required)  # expect: True <required parameter>


steps = lr_scheduler.StepLR(torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1), 2)
print(steps.state_dict())  # expect: {'step_size': 2, 'gamma': 0.1, 'base_lrs': [0.1], 'last_epoch': 0, 'verbose': False, '_step_count': 1, '_get_lr_called_within_step': False, '_last_lr': [0.1]}


class Plain(Optimizer):
    def __init__(self, params, lr=required):
        super().__init__(params, dict(lr=lr))


Plain([torch.zeros(1, requires_grad=True)])  # expect ValueError: parameter group didn't specify a value of required optimization parameter lr
