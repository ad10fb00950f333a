import torch
import torch.nn as nn


class MultiHead(nn.Module):
    def __init__(self, dim_model, nb_heads, block_size):
        super().__init__()
        d = dim_model // nb_heads
        self.queries = nn.ModuleList([nn.Linear(dim_model, d) for _ in range(nb_heads)])
        self.keys = nn.ModuleList([nn.Linear(dim_model, d) for _ in range(nb_heads)])
        self.values = nn.ModuleList([nn.Linear(dim_model, d) for _ in range(nb_heads)])
        self.mix = nn.Linear(dim_model, dim_model)
        self.register_buffer("visible", torch.ones(block_size, block_size).tril().bool())

    def forward(self, x):
        n = x.shape[1]
        outs = []
        for to_q, to_k, to_v in zip(self.queries, self.keys, self.values):
            q, k, v = to_q(x), to_k(x), to_v(x)
            s = q.matmul(k.transpose(1, 2)) / (k.shape[-1] ** 0.5)
            s = s.masked_fill(self.visible[:n, :n].logical_not(), float("-inf"))
            outs.append(s.softmax(2).matmul(v))
        return self.mix(torch.cat(outs, dim=2))
