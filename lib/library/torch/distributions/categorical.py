"""Draws of a class, by the probability of each."""

import torch


class Categorical:
    """The classes lie along the last dimension of probs, or of logits, which softmax makes probs."""

    has_enumerate_support, has_rsample = True, False

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        name, given = ("probs", probs) if logits is None else ("logits", logits)
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        self._checks = validate_args is not False
        if logits is None:
            self._probs, self._logits = probs / probs.sum(-1, keepdim=True), None
        else:
            self._probs, self._logits = None, logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events, self.batch_shape = given.size(-1), given.shape[:-1]
        self.event_shape = torch.Size()
        if self._checks:
            self._check_parameter(name)

    def _check_parameter(self, name):
        value = getattr(self, name)
        if name == "probs":
            good = (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)
        else:
            good = (value == value).all(-1)
        if not good.all():
            constraint = "Simplex()" if name == "probs" else "IndependentConstraint(Real(), 1)"
            raise ValueError(
                f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of "
                f"distribution {self!r} to satisfy the constraint {constraint}, but found invalid "
                f"values:\n{value}")

    @property
    def probs(self):
        if self._probs is None:
            self._probs = self._logits.softmax(-1)
        return self._probs

    @property
    def logits(self):
        if self._logits is None:     # no probability counts as exactly 0 or 1
            eps = torch.finfo(self._probs.dtype).eps
            self._logits = self._probs.clamp(min=eps, max=1 - eps).log()
        return self._logits

    @property
    def param_shape(self):
        return (self.probs if self._logits is None else self._logits).size()

    @property
    def mode(self):
        return self.probs.argmax(-1)

    def sample(self, sample_shape=torch.Size()):
        """Drawn classes: sample_shape, then all dimensions but the last."""
        sample_shape = torch.Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        with torch.no_grad():
            drawn = torch.multinomial(rows, sample_shape.numel(), True).T
        return drawn.reshape(sample_shape + self.batch_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def log_prob(self, value):
        """The logarithm of the probability of each class in value."""
        if self._checks:
            good = (value >= 0) & (value <= self._num_events - 1) & (value % 1 == 0)
            if not good.all():
                raise ValueError(
                    f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be "
                    f"within the support (IntegerInterval(lower_bound=0, upper_bound={self._num_events - 1})) "
                    f"of the distribution {self!r}, but found invalid values:\n{value}")
        value, logits = torch.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        """How open the draw is: 0 if one class is certain, log(n) if n are as likely."""
        least = torch.finfo(self.logits.dtype).min
        return -(self.logits.clamp(min=least) * self.probs).sum(-1)

    def __repr__(self):
        known = [(n, v) for n, v in (("probs", self._probs), ("logits", self._logits)) if v is not None]
        return "Categorical(" + ", ".join(
            f"{n}: {v if v.numel() == 1 else v.size()}" for n, v in known) + ")"
