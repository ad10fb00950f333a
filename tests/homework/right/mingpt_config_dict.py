import math
import torch
import torch.nn as nn


GPT_CONFIG = {
    "context_length": 64,
    "emb_dim": 12,
    "n_heads": 3,
    "drop_rate": 0.1,
    "qkv_bias": False,
}


class Attention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg["n_heads"]
        self.size = cfg["emb_dim"] // cfg["n_heads"]
        self.key = nn.Linear(cfg["emb_dim"], cfg["emb_dim"], bias=cfg["qkv_bias"])
        self.query = nn.Linear(cfg["emb_dim"], cfg["emb_dim"], bias=cfg["qkv_bias"])
        self.value = nn.Linear(cfg["emb_dim"], cfg["emb_dim"], bias=cfg["qkv_bias"])
        self.attn_drop = nn.Dropout(cfg["drop_rate"])
        self.proj = nn.Linear(cfg["emb_dim"], cfg["emb_dim"])
        n = cfg["context_length"]
        self.register_buffer("mask", torch.tril(torch.ones(n, n)).view(1, 1, n, n))

    def forward(self, x):
        batch, seq, width = x.size()

        # separate the heads and put them before the tokens
        k = self.key(x).view(batch, seq, self.heads, self.size).transpose(1, 2)
        q = self.query(x).view(batch, seq, self.heads, self.size).transpose(1, 2)
        v = self.value(x).view(batch, seq, self.heads, self.size).transpose(1, 2)

        scale = 1.0 / math.sqrt(self.size)
        att = (q @ k.transpose(-2, -1)) * scale
        att = att.masked_fill(self.mask[:, :, :seq, :seq] == 0, float("-inf"))
        att = torch.softmax(att, dim=-1)
        att = self.attn_drop(att)
        out = att @ v
        out = out.transpose(1, 2).contiguous().view(batch, seq, width)
        return self.proj(out)


attn = Attention(GPT_CONFIG)
print(sum(p.numel() for p in attn.parameters()), "parameters")
