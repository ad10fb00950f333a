import torch as t
import torch.nn as nn


class Norma(nn.Module):
    """Normalización por capas."""

    def __init__(self, d_modelo_emb, eps=1e-5):
        super().__init__()
        self.ganancia = nn.Parameter(t.ones(d_modelo_emb))
        self.sesgo = nn.Parameter(t.zeros(d_modelo_emb))
        self.eps = eps

    def forward(self, entrada):
        media = entrada.mean(dim=-1).unsqueeze(-1)
        n = entrada.shape[-1]
        varianza = ((entrada - media) ** 2).sum(dim=-1, keepdim=True) / n
        salida = (entrada - media) / t.sqrt(varianza + self.eps)
        return salida * self.ganancia + self.sesgo
