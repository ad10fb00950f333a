import torch
from torch import nn, Tensor


class LayerNormalization(nn.Module):
    """Normalises over the features."""

    def __init__(self, features: int, epsilon: float = 1e-5) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(features))
        self.beta = nn.Parameter(torch.zeros(features))
        self.epsilon = epsilon

    def forward(self, inputs: Tensor) -> Tensor:
        mu: Tensor = inputs.mean(-1, keepdim=True)
        var: Tensor = inputs.var(-1, unbiased=False, keepdim=True)
        out = (inputs - mu) * torch.rsqrt(var + self.epsilon)
        return torch.addcmul(self.beta, self.gamma, out)
