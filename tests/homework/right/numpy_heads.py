import numpy as np


def softmax(x):
    x = x - np.max(x, axis=-1, keepdims=True)
    e = np.exp(x)
    return e / np.sum(e, axis=-1, keepdims=True)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads):
    """X: (batch, seq, d)"""
    batch, seq, _ = X.shape
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    d_k = Q.shape[-1] // num_heads
    Q = Q.reshape(batch, seq, num_heads, d_k).transpose(0, 2, 1, 3)
    K = K.reshape(batch, seq, num_heads, d_k).transpose(0, 2, 1, 3)
    V = V.reshape(batch, seq, num_heads, d_k).transpose(0, 2, 1, 3)
    scores = np.matmul(Q, K.transpose(0, 1, 3, 2)) / np.sqrt(d_k)
    mask = np.triu(np.ones((seq, seq)), k=1)
    scores = np.where(mask == 1, -np.inf, scores)
    out = np.matmul(softmax(scores), V)
    out = out.transpose(0, 2, 1, 3).reshape(batch, seq, -1)
    return out @ W_o
