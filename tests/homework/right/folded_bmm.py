import torch
import torch.nn as nn


class FairAttention(nn.Module):
    # heads folded into the batch, like in fairseq
    def __init__(self, embed_dim, num_heads, attn_drop=0.0):
        super().__init__()
        self.embed_dim, self.num_heads = embed_dim, num_heads
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == self.embed_dim, "embed_dim must be divisible by num_heads"
        self.scaling = self.head_dim ** -0.5
        self.k_proj = nn.Linear(embed_dim, embed_dim)
        self.v_proj = nn.Linear(embed_dim, embed_dim)
        self.q_proj = nn.Linear(embed_dim, embed_dim)
        self.out_proj = nn.Linear(embed_dim, embed_dim)
        self.attn_drop = nn.Dropout(attn_drop)

    def _shape(self, t, bsz, n):
        return t.view(bsz, n, self.num_heads, self.head_dim).transpose(1, 2).reshape(bsz * self.num_heads, n, self.head_dim)

    def forward(self, hidden_states):
        bsz, n, _ = hidden_states.size()
        q = self._shape(self.q_proj(hidden_states) * self.scaling, bsz, n)
        k = self._shape(self.k_proj(hidden_states), bsz, n)
        v = self._shape(self.v_proj(hidden_states), bsz, n)

        future = torch.triu(hidden_states.new_full((n, n), float("-inf")), 1)
        attn_weights = torch.baddbmm(future.expand(bsz * self.num_heads, n, n), q, k.transpose(1, 2))
        assert attn_weights.size() == (bsz * self.num_heads, n, n)
        attn_weights = nn.functional.softmax(attn_weights, dim=-1)
        attn_probs = self.attn_drop(attn_weights)

        attn = torch.bmm(attn_probs, v)
        attn = attn.view(bsz, self.num_heads, n, self.head_dim)
        attn = attn.transpose(1, 2).reshape(bsz, n, self.embed_dim)
        return self.out_proj(attn)
