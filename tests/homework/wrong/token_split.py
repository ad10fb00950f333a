import torch


def self_attention(Q, K, V):
    d_k = Q.shape[-1]
    scores = Q @ K.T / d_k ** 0.5
    n = scores.shape[0]
    scores = scores.masked_fill(torch.triu(torch.ones(n, n), diagonal=1).bool(), float("-inf"))
    return torch.softmax(scores, dim=-1) @ V


def multi_head_attention(x, W_q, W_k, W_v, num_heads):
    T = x.shape[0]
    Q, K, V = x @ W_q, x @ W_k, x @ W_v
    head_dim = Q.shape[1] // num_heads
    Q = Q.reshape(T, num_heads, head_dim)
    K = K.reshape(T, num_heads, head_dim)
    V = V.reshape(T, num_heads, head_dim)
    heads = []
    for i in range(T):
        heads.append(self_attention(Q[i], K[i], V[i]))
    return torch.stack(heads).reshape(T, -1)
