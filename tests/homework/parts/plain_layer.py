import torch, torch.nn as nn
class Enc(nn.Module):
    def __init__(self, d_model, nhead):
        super().__init__()
        self.attn = nn.MultiheadAttention(d_model, nhead, batch_first=True)
    def forward(self, x):
        out, _ = self.attn(x, x, x)
        return out
