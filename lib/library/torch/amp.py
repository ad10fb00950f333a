"""Mixed precision. It is for GPUs: as PyTorch does without one, it warns and changes nothing."""

import warnings

from _tutor import refuse


class autocast:
    """As a context manager or a decorator."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if enabled and device_type == "cuda":
            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
        elif enabled:
            refuse(f"torch.autocast({device_type!r})", "leave it out: numbers stay float32")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        pass

    def __call__(self, function):
        return function


class GradScaler:
    """Scales losses so that small gradients survive in float16; here they need not."""

    def __init__(self, device="cuda", init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5,
                 growth_interval=2000, enabled=True):
        if enabled:
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  "
                          "Disabling.")

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass
