import torch
import torch.nn as nn


class FFN(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.w1 = nn.Linear(d_model, d_ff)
        self.w2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        inner = self.w1(x)
        inner = inner * torch.sigmoid(inner)
        return self.w2(inner)
