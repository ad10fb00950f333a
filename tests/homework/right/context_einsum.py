import torch
from torch import Tensor, einsum


def simple_attention(embeddings: Tensor) -> Tensor:
    sim = einsum("... i d, ... j d -> ... i j", embeddings, embeddings)
    sim = sim - sim.amax(dim=-1, keepdim=True)
    num = sim.exp()
    attn = num / num.sum(dim=-1, keepdim=True)
    return einsum("... i j, ... j d -> ... i d", attn, embeddings)
