import math
import torch


def self_attention(x, Wq, Wk, Wv):
    q = torch.matmul(x, Wq)
    k = torch.matmul(x, Wk)
    v = torch.matmul(x, Wv)
    dk = k.size(-1)
    scores = torch.matmul(q, k.t())
    scores = scores / math.sqrt(dk)
    alpha = torch.softmax(scores, dim=1)
    return torch.matmul(alpha, v)
