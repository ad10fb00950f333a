import torch
import torch.nn as nn

inputs = torch.tensor(
    [[0.43, 0.15, 0.89],
     [0.55, 0.87, 0.66],
     [0.57, 0.85, 0.64],
     [0.22, 0.58, 0.33],
     [0.77, 0.25, 0.10],
     [0.05, 0.80, 0.55]]
)


class SelfAttentionV1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        query = inputs @ self.W_query
        key = inputs @ self.W_key
        value = inputs @ self.W_value
        score = query @ key.T
        weight = torch.softmax(score / key.shape[-1]**0.5, dim=-1)
        return weight @ value


torch.manual_seed(123)
sa = SelfAttentionV1(3, 2)
print(sa(inputs))
