import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W = nn.ParameterDict({
            "q": nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_in, d_out))),
            "k": nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_in, d_out))),
            "v": nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_in, d_out))),
        })

    def forward(self, x):
        q, k, v = x @ self.W["q"], x @ self.W["k"], x @ self.W["v"]
        omega = q @ k.mT
        alpha = torch.softmax(omega / k.size(-1) ** 0.5, dim=-1)
        return alpha @ v


torch.manual_seed(789)
sa = SelfAttention(3, 2)
inputs = torch.tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64]])
print(sa(inputs))
