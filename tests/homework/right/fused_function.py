import torch
import torch.nn.functional as F


def causal_mha(x, w_attn, b_attn, w_proj, b_proj, n_head):
    B, T, C = x.shape
    qkv = x @ w_attn + b_attn
    q, k, v = qkv.chunk(3, dim=-1)
    q, k, v = [t.view(B, T, n_head, -1).transpose(1, 2) for t in (q, k, v)]
    mask = torch.tril(torch.ones(T, T))
    att = (q @ k.transpose(-2, -1)) / q.size(-1) ** 0.5
    att = att + (1 - mask) * -1e10
    y = F.softmax(att, dim=-1) @ v
    y = y.transpose(1, 2).reshape(B, T, -1)
    return y @ w_proj + b_proj
