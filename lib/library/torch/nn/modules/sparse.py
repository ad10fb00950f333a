"""nn.Embedding: a table with a row of numbers for each word."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Embedding(Module):
    """A table with a row for each word: word numbers (*) -> their rows (*, embedding_dim).

    The weight is (num_embeddings, embedding_dim). The row padding_idx starts as zeros.
    """

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None,
                 norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None,
                 device=None, dtype=None):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        if padding_idx is not None:
            assert -num_embeddings <= padding_idx < num_embeddings, \
                "Padding_idx must be within num_embeddings"
            padding_idx %= num_embeddings
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.scale_grad_by_freq = scale_grad_by_freq
        if _weight is not None:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], \
                "Shape of weight does not match num_embeddings and embedding_dim"
            self.weight = Parameter(_weight)
        else:
            self.weight = Parameter(
                torch.empty((num_embeddings, embedding_dim), device=device, dtype=dtype))
            self.reset_parameters()

    def reset_parameters(self):
        """Normally distributed numbers, and zeros for the word that only fills up."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight[self.padding_idx])

    def forward(self, input):     # (*) -> (*, embedding_dim)
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm,
                           scale_grad_by_freq=self.scale_grad_by_freq)

    def extra_repr(self):
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        return text

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        """A layer with this table, (num_embeddings, embedding_dim), which is not trained
        unless freeze=False."""
        assert embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional"
        rows, width = embeddings.shape
        made = cls(rows, width, _weight=embeddings, padding_idx=padding_idx)
        made.weight.requires_grad = not freeze
        return made
