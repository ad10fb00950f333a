from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Config:
    n_embd: int = 32
    layer_norm_eps: float = 1e-5


class LayerNorm(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(config.n_embd))
        self.shift = nn.Parameter(torch.zeros(config.n_embd))
        self.variance_epsilon = config.layer_norm_eps

    def forward(self, hidden_states):
        u = hidden_states.mean(-1, keepdim=True)
        s = (hidden_states - u).pow(2).mean(-1, keepdim=True)
        hidden_states = (hidden_states - u) / torch.sqrt(s + self.variance_epsilon)
        return self.scale * hidden_states + self.shift
