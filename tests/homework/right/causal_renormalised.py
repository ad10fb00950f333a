import torch
import torch.nn as nn


class MaskedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.Wq = nn.Linear(d_in, d_out, bias=False)
        self.Wk = nn.Linear(d_in, d_out, bias=False)
        self.Wv = nn.Linear(d_in, d_out, bias=False)

    def forward(self, x):
        q, k, v = self.Wq(x), self.Wk(x), self.Wv(x)
        scores = q @ k.transpose(-2, -1)
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        context_length = scores.shape[-1]
        mask_simple = torch.tril(torch.ones(context_length, context_length))
        masked_simple = weights * mask_simple
        row_sums = masked_simple.sum(dim=-1, keepdim=True)
        masked_simple_norm = masked_simple / row_sums
        return masked_simple_norm @ v
