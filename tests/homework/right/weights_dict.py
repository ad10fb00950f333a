"""Functional multi-head attention: the parameters travel in a dict."""
import math
import torch


def init_params(d_model, seed=0):
    g = torch.Generator().manual_seed(seed)
    shape = (d_model, d_model)
    return {name: torch.randn(shape, generator=g) / math.sqrt(d_model)
            for name in ("w_q", "w_k", "w_v", "w_o")}


def softmax(z):
    z = z - z.max(dim=-1, keepdim=True).values
    e = z.exp()
    return e / e.sum(dim=-1, keepdim=True)


def attention(params, x, num_heads):
    b, n, d = x.shape
    hd = d // num_heads

    def heads(t):
        return t.reshape(b, n, num_heads, hd).swapaxes(1, 2)

    q = heads(x @ params["w_q"])
    k = heads(x @ params["w_k"])
    v = heads(x @ params["w_v"])
    logits = q @ k.swapaxes(-1, -2) / math.sqrt(hd)
    logits = logits + torch.triu(torch.full((n, n), -1e9), diagonal=1)
    out = softmax(logits) @ v
    return out.swapaxes(1, 2).reshape(b, n, d) @ params["w_o"]


if __name__ == "__main__":
    p = init_params(8)
    print(attention(p, torch.ones(1, 3, 8), 2).shape)
