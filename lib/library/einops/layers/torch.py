"""Patterns as layers, for nn.Sequential: Rearrange("b t (h d) -> b h t d", h=2)."""

import einops
from torch.nn.modules.module import Module


class _Layer(Module):
    """What both layers share: a pattern, and the sizes of its axes."""

    operation = "rearrange"

    def _keep(self, pattern, axes_lengths):
        self.pattern = pattern
        self.axes_lengths = axes_lengths
        # A pattern that cannot fit is told of now, for as many dimensions as it has.
        try:
            einops._check(self.operation, pattern, axes_lengths)
            return
        except einops.EinopsError as error:
            wrong = error
        raise einops.EinopsError(f" Error while preparing {self!r}\n {wrong}")

    def forward(self, input):
        try:
            return einops._run(self.operation, *einops._as_tensor(input), self.pattern, self.axes_lengths)
        except einops.EinopsError as error:
            wrong = error
        raise einops.EinopsError(f" Error while computing {self!r}\n {wrong}")

    def __repr__(self):
        parts = [repr(self.pattern)]
        if self.operation != "rearrange":
            parts.append(repr(self.operation))
        parts += [f"{axis}={size}" for axis, size in self.axes_lengths.items()]
        return f"{type(self).__name__}({', '.join(parts)})"


class Rearrange(_Layer):
    """einops.rearrange as a layer."""

    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self._keep(pattern, axes_lengths)


class Reduce(_Layer):
    """einops.reduce as a layer."""

    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.reduction = self.operation = reduction
        self._keep(pattern, axes_lengths)
