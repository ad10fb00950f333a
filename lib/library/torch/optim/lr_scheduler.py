"""Learning rates that change: call step() after the optimizer's, once an epoch or once a step."""

import math
import warnings

from _tutor import refuse


class LRScheduler:
    """A subclass has get_lr(): the rate of each group at self.last_epoch."""

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in param_groups"
                               f"[{i}] when resuming an optimizer")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch, self.verbose = last_epoch, verbose
        self._step_count = 0
        self._steps_at_start = optimizer._step_count
        self._get_lr_called_within_step = False     # state_dict() has it in PyTorch
        self.step()

    def step(self, epoch=None):
        self._step_count += 1
        if self._step_count == 2 and self.optimizer._step_count == self._steps_at_start:
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch "
                "1.1.0 and later, you should call them in the opposite order: `optimizer.step()` "
                "before `lr_scheduler.step()`.  Failure to do this will result in PyTorch "
                "skipping the first value of the learning rate schedule. See more details at "
                "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate")
        if epoch is not None:
            refuse("scheduler.step(epoch)", "call step() without it: it counts on by itself")
        self.last_epoch += 1
        for i, (group, lr) in enumerate(zip(self.optimizer.param_groups, self.get_lr())):
            group["lr"] = lr
            if self.verbose:
                print(f"Adjusting learning rate of group {i} to {lr:.4e}.")
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self):
        return self._last_lr

    def _rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items()
                if name not in ("optimizer", "lr_lambdas", "_steps_at_start")}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)


_LRScheduler = LRScheduler


class LambdaLR(LRScheduler):
    """The first rate, times lr_lambda(epoch)."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        groups = len(optimizer.param_groups)
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * groups
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return [lr * f(self.last_epoch) for f, lr in zip(self.lr_lambdas, self.base_lrs)]


class StepLR(LRScheduler):
    """The rate, times gamma every step_size epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._rates()
        return [lr * self.gamma for lr in self._rates()]


class CosineAnnealingLR(LRScheduler):
    """From the first rate down to eta_min in T_max epochs, along half a wave."""

    def __init__(self, optimizer, T_max, eta_min=0, last_epoch=-1, verbose=False):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        # From the rate before, so that another scheduler may change it as well.
        t, end = self.last_epoch, self.T_max
        if t == 0:
            return self._rates()
        if (t - 1 - end) % (2 * end) == 0:  # up again, from a rate that was eta_min
            rise = (1 - math.cos(math.pi / end)) / 2
            return [lr + (base - self.eta_min) * rise
                    for lr, base in zip(self._rates(), self.base_lrs)]
        ratio = (1 + math.cos(math.pi * t / end)) / (1 + math.cos(math.pi * (t - 1) / end))
        return [ratio * (lr - self.eta_min) + self.eta_min for lr in self._rates()]


class ExponentialLR(LRScheduler):
    """The rate, times gamma every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        return self._rates() if self.last_epoch == 0 else [lr * self.gamma for lr in self._rates()]


class LinearLR(LRScheduler):
    """From a part of the rate to the rate (or another part of it), on a line, in total_iters epochs:
    a warm-up."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1,
                 verbose=False):
        if not 0 < start_factor <= 1:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less "
                             "or equal to 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        rise = self.end_factor - self.start_factor
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self._rates()]
        if self.last_epoch > self.total_iters:
            return self._rates()
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return [lr * (1 + rise / before) for lr in self._rates()]


class SequentialLR(LRScheduler):
    """One scheduler after the other, each from its milestone on."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=False):
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one "
                             "more than the number of milestone points, but got number of "
                             f"schedulers {len(schedulers)} and the number of milestones to be equal "
                             f"to {len(milestones)}")
        self.optimizer, self._schedulers, self._milestones = optimizer, list(schedulers), list(milestones)
        self.last_epoch = last_epoch + 1
        for group in optimizer.param_groups:    # all have made their first step by now
            group["lr"] = group["initial_lr"]
        for scheduler in self._schedulers:
            scheduler.last_epoch -= 1
        self._begin(self._schedulers[0])

    def _begin(self, scheduler):
        scheduler.last_epoch = -1
        scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def step(self):
        self.last_epoch += 1
        at = sum(milestone <= self.last_epoch for milestone in self._milestones)
        scheduler = self._schedulers[at]
        if at and self._milestones[at - 1] == self.last_epoch:
            for group in self.optimizer.param_groups:
                group["lr"] = group["initial_lr"]
            self._begin(scheduler)
        else:
            scheduler.step()
            self._last_lr = scheduler.get_last_lr()


class ReduceLROnPlateau:
    """The rate, times factor when what step() is given has not become better for more than
    patience epochs."""

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4,
                 threshold_mode="rel", cooldown=0, min_lr=0, eps=1e-8, verbose=False):
        if threshold_mode != "rel" or cooldown:
            refuse("ReduceLROnPlateau with threshold_mode or cooldown", "leave them out")
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.min_lr, self.eps = threshold, min_lr, eps
        self.best = math.inf if mode == "min" else -math.inf
        self.num_bad_epochs = self.last_epoch = 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]

    def is_better(self, value, best):
        sign = -1 if self.mode == "min" else 1
        return sign * value > sign * best * (1 + sign * self.threshold)

    def step(self, metrics):
        value = float(metrics)
        self.last_epoch += 1
        if self.is_better(value, self.best):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.num_bad_epochs > self.patience:
            for group in self.optimizer.param_groups:
                lower = max(group["lr"] * self.factor, self.min_lr)
                if group["lr"] - lower > self.eps:
                    group["lr"] = lower
            self.num_bad_epochs = 0
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self):
        return self._last_lr

    def state_dict(self):
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)
