import torch.nn as nn


class TransformerFFN(nn.Module):
    def __init__(self, *, embed_dim, ffn_dim, activation=None):
        super().__init__()
        self.up_proj = nn.Linear(in_features=embed_dim, out_features=ffn_dim)
        self.act = activation or nn.GELU()
        self.down_proj = nn.Linear(in_features=ffn_dim, out_features=embed_dim)

    def forward(self, x):
        return self.down_proj(self.act(self.up_proj(x)))
