"""nn.Dropout: sets numbers to 0 at random while training."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class Dropout(Module):
    """Sets each number to 0 with probability p while training, and divides the rest by
    1 - p, so that the average stays. After eval() it changes nothing."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):     # any shape, kept
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"
