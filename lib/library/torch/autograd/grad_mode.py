"""torch.no_grad and its kin: whether operations are recorded, while a block or a function runs."""

import functools

from torch._C._engine import set_enabled, set_inference


class _GradMode:
    def __init__(self, mode):
        self.mode, self.before = mode, []     # one a `with` under way

    def __enter__(self):
        self.before.append(set_enabled(self.mode))

    def __exit__(self, kind, value, trace):
        if self.before:
            set_enabled(self.before.pop())

    def _again(self):
        return _GradMode(self.mode)

    def __call__(self, function):
        """The function, run in this mode."""
        @functools.wraps(function)
        def decorate_context(*args, **kwargs):
            with self._again():
                return function(*args, **kwargs)
        return decorate_context


class no_grad(_GradMode):
    def __new__(cls, function=None):
        made = super().__new__(cls)
        if function is None:
            return made
        made.__init__()
        return made(function)

    def __init__(self):
        super().__init__(False)


class enable_grad(no_grad):
    def __init__(self):
        _GradMode.__init__(self, True)


class inference_mode(_GradMode):
    """no_grad, in which new tensors are marked: no operation outside may keep one for backward()."""

    def __new__(cls, mode=True):
        return cls(True)(mode) if callable(mode) else super().__new__(cls)

    def __init__(self, mode=True):
        super().__init__(not mode)

    def _again(self):
        return inference_mode(not self.mode)

    def __enter__(self):
        self.before.append((set_enabled(self.mode), set_inference(not self.mode)))

    def __exit__(self, kind, value, trace):
        recorded, marked = self.before.pop()
        set_enabled(recorded)
        set_inference(marked)


class set_grad_enabled(_GradMode):
    """In force from the call on; as a context manager, to the end of the block."""

    def __init__(self, mode):
        super().__init__(mode)
        self.before.append(set_enabled(mode))

    def __enter__(self):
        pass
