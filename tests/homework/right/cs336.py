import math
import torch
from torch import Tensor


def softmax(x: Tensor, dim: int) -> Tensor:
    x = x - x.max(dim=dim, keepdim=True).values
    return x.exp() / x.exp().sum(dim=dim, keepdim=True)


def scaled_dot_product_attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> Tensor:
    scores = torch.einsum("... q d, ... k d -> ... q k", Q, K) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    return torch.einsum("... q k, ... k d -> ... q d", softmax(scores, -1), V)


def multihead_self_attention(d_model: int, num_heads: int, q_proj_weight: Tensor, k_proj_weight: Tensor,
                             v_proj_weight: Tensor, o_proj_weight: Tensor, in_features: Tensor) -> Tensor:
    assert d_model % num_heads == 0
    b, t, _ = in_features.shape
    q = (in_features @ q_proj_weight.T).view(b, t, num_heads, -1).transpose(1, 2)
    k = (in_features @ k_proj_weight.T).view(b, t, num_heads, -1).transpose(1, 2)
    v = (in_features @ v_proj_weight.T).view(b, t, num_heads, -1).transpose(1, 2)
    mask = torch.tril(torch.ones(t, t, dtype=torch.bool))
    out = scaled_dot_product_attention(q, k, v, mask).transpose(1, 2).reshape(b, t, -1)
    return out @ o_proj_weight.T
