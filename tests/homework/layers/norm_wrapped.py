import torch.nn as nn


class Normalise(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.inner = nn.LayerNorm(emb_dim, eps=1e-6)

    def forward(self, x):
        return self.inner(x)
