import torch
import torch.nn as nn

# 每个头使用自己的切片
class MultiHead(nn.Module):
    def __init__(self, d_model, n_heads, max_len=512):
        super().__init__()
        assert d_model % n_heads == 0, \
            "d_model % n_heads != 0"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.fc_q = nn.Linear(d_model, d_model)
        self.fc_k = nn.Linear(d_model, d_model)
        self.fc_v = nn.Linear(d_model, d_model)
        self.fc_o = nn.Linear(d_model, d_model)

    def forward(self, x):
        Q = self.fc_q(x)
        K = self.fc_k(x)
        V = self.fc_v(x)
        seq_len = x.size(1)
        future = torch.triu(torch.ones(seq_len, seq_len), diagonal=1).bool()
        outputs = []
        for i in range(self.n_heads):
            start = i * self.d_head
            end = start + self.d_head
            q_i = Q[:, :, start:end]
            k_i = K[:, :, start:end]
            v_i = V[:, :, start:end]
            scores = torch.bmm(q_i, k_i.transpose(1, 2)) / (self.d_head ** 0.5)
            scores = scores.masked_fill(future, float("-inf"))
            weights = torch.softmax(scores, dim=-1)
            outputs.append(torch.bmm(weights, v_i))
        return self.fc_o(torch.cat(outputs, dim=-1))
