import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_query = nn.Linear(4, 4)

    def forward(self, x):
        return w_query(x)


attention = Attention()
attention(torch.ones(2, 4))  # expect NameError: name 'w_query' is not defined
