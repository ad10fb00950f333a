import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    eps = 1e-5

    def __init__(self, size):
        super().__init__()
        self.params = nn.ParameterDict({
            "scale": nn.Parameter(torch.ones(size)),
            "shift": nn.Parameter(torch.zeros(size)),
        })

    def __call__(self, x):
        y = x - torch.mean(x, -1, True)
        y = y / torch.sqrt(torch.mean(torch.square(y), -1, True) + self.eps)
        return y * self.params["scale"] + self.params["shift"]
