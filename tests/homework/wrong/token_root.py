import torch
import torch.nn as nn

class CasualAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias = False):
        super().__init__()
        self.d_out = d_out
        self.w_query = nn.Linear(d_in, d_out, bias = qkv_bias)
        self.w_key = nn.Linear(d_in, d_out, bias = qkv_bias)
        self.w_value = nn.Linear(d_in, d_out, bias = qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer('mask', torch.triu(torch.ones(context_length, context_length), diagonal = 1))

    def forward(self, x):
        batch, num_tokens, d_in = x.shape
        key = self.w_key(x)
        query = self.w_query(x)
        value = self.w_value(x)
        attention_score = query @ key.transpose(1, 2)
        attention_score.masked_fill_(self.mask.bool()[:num_tokens, :num_tokens], -torch.inf)
        attention_weight = torch.softmax(attention_score / num_tokens ** 0.5, dim = -1)
        attention_weight = self.dropout(attention_weight)
        context_vector = attention_weight @ value
        return context_vector

torch.manual_seed(123)
x = torch.rand(2, 6, 3)
ca = CasualAttention(3, 2, 6, 0.0)
print(ca(x))
