# Aufgabe: Self-Attention für einen Stapel von Sätzen
import math
import torch
from torch import nn


class SingleHead(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.k = nn.Linear(in_features, out_features)
        self.q = nn.Linear(in_features, out_features)
        self.v = nn.Linear(in_features, out_features)
        self.softmax = nn.Softmax(dim=-1)

    def scores(self, x):
        q, k = self.q(x), self.k(x)
        return torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.size(-1))

    def forward(self, x):
        # größere Werte bekommen mehr Gewicht
        weights = self.softmax(self.scores(x))
        return torch.matmul(weights, self.v(x))
