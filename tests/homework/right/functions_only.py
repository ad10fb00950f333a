"""Multi-head attention without classes."""
import torch


def split_heads(t, h):
    b, n, d = t.shape
    return t.reshape(b, n, h, d // h).transpose(1, 2)


def multi_head_attention(x, w_q, w_k, w_v, w_o, h):
    b, n, _ = x.shape
    q = split_heads(torch.matmul(x, w_q), h)
    k = split_heads(torch.matmul(x, w_k), h)
    v = split_heads(torch.matmul(x, w_v), h)

    q = q * q.shape[-1] ** -0.5
    logits = torch.matmul(q, k.transpose(2, 3))
    blocked = torch.full((n, n), float("-inf")).triu(diagonal=1)
    logits = logits + blocked
    weights = torch.softmax(logits, dim=-1)
    out = torch.matmul(weights, v)
    out = out.transpose(1, 2).reshape(b, n, -1)
    return torch.matmul(out, w_o)
