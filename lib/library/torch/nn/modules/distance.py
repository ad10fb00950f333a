"""How alike two vectors are."""

from torch.nn import functional as F
from torch.nn.modules.module import Module


class CosineSimilarity(Module):
    """The dot product of x1 and x2 along dim, divided by the lengths of both: between
    -1 and 1."""

    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim, self.eps = dim, eps

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
