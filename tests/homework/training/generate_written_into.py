import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    batch, start = ids.shape
    out = torch.zeros(batch, start + max_new_tokens, dtype=torch.long)
    out[:, :start] = ids
    for end in range(start, start + max_new_tokens):
        begin = max(0, end - context_length)
        last = model(out[:, begin:end])[:, -1]
        if top_k is not None:
            last[last < last.topk(top_k)[0].min(dim=-1, keepdim=True)[0]] = -torch.inf
        if temperature == 0:
            out[:, end] = last.argmax(-1)
        else:
            out[:, end] = torch.multinomial(torch.softmax(last / temperature, -1), 1).squeeze(-1)
    return out
