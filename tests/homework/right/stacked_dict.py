import math
import torch
import torch.nn as nn


class SelfAttentionHead(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.q = nn.Linear(embed_dim, head_dim)
        self.k = nn.Linear(embed_dim, head_dim)
        self.v = nn.Linear(embed_dim, head_dim)

    def forward(self, hidden_state):
        query, key, value = self.q(hidden_state), self.k(hidden_state), self.v(hidden_state)
        dim_k = query.size(-1)
        scores = torch.bmm(query, key.transpose(1, 2)) / math.sqrt(dim_k)
        n = scores.size(-1)
        scores = scores.masked_fill(torch.tril(torch.ones(n, n)).unsqueeze(0) == 0, float("-inf"))
        return torch.bmm(torch.softmax(scores, dim=-1), value)


class MultiHeadAttention(nn.Module):
    def __init__(self, embed_dim, num_heads):
        super().__init__()
        head_dim = embed_dim // num_heads
        self.heads = nn.ModuleDict()
        for i in range(num_heads):
            self.heads[f"head_{i}"] = SelfAttentionHead(embed_dim, head_dim)
        self.output_linear = nn.Linear(embed_dim, embed_dim)

    def forward(self, hidden_state):
        x = torch.concat([h(hidden_state) for h in self.heads.values()], dim=-1)
        return self.output_linear(x)
