import torch
import torch.nn as nn


class CausalSelfAttention(nn.Module):
    def __init__(self, d_in, d_out, block_size, p=0.0, bias=False):
        super().__init__()
        self.Wq, self.Wk, self.Wv = (nn.Linear(d_in, d_out, bias) for _ in range(3))
        self.drop = nn.Dropout(p)
        self.register_buffer("neg", torch.full((block_size, block_size), float("-inf")).triu(1), persistent=False)

    def forward(self, x, return_weights=False):
        """x: (B, T, d_in) -> (B, T, d_out), and the weights if they are asked for"""
        T = x.size(1)
        q, k, v = self.Wq(x), self.Wk(x), self.Wv(x)
        att = torch.baddbmm(self.neg[:T, :T].expand(x.size(0), T, T), q, k.transpose(1, 2), alpha=k.size(2) ** -0.5)
        att = torch.softmax(att, dim=2)
        out = torch.bmm(self.drop(att), v)
        if return_weights:
            return out, att
        return out
