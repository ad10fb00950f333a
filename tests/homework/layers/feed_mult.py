from torch import nn
import torch.nn.functional as F


class Mlp(nn.Module):
    def __init__(self, in_features, mlp_ratio=4., drop=0.):
        super().__init__()
        hidden = int(in_features * mlp_ratio)
        self.fc1 = nn.Linear(in_features, hidden)
        self.fc2 = nn.Linear(hidden, in_features)
        self.drop = drop

    def forward(self, x):
        x = F.gelu(self.fc1(x))
        return F.dropout(self.fc2(x), p=self.drop, training=self.training)
