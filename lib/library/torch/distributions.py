"""Distributions to draw from; the one over classes is here."""

from torch.distributions.categorical import Categorical
