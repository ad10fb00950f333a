import math
import torch

torch.manual_seed(0)


def linear(x, layer):
    y = x @ layer["w"]
    if "b" in layer:
        y = y + layer["b"]
    return y


def make_layer(n_in, n_out):
    return {"w": torch.randn(n_in, n_out) / math.sqrt(n_in), "b": torch.zeros(n_out)}


def init_attention(d_in, d_out):
    return {
        "q": make_layer(d_in, d_out),
        "k": make_layer(d_in, d_out),
        "v": make_layer(d_in, d_out),
        "o": make_layer(d_out, d_out),
    }


def attend(params, x, n_heads):
    b, t, _ = x.shape
    q, k, v = (linear(x, params[n]).view(b, t, n_heads, -1).transpose(1, 2) for n in "qkv")
    s = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    s = s.masked_fill(torch.ones(t, t).triu(1) > 0, float("-inf"))
    y = (s.softmax(-1) @ v).transpose(1, 2).reshape(b, t, -1)
    return linear(y, params["o"])
