import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])[:, -1]
        if temperature == 0:
            nxt = logits.argmax(-1)
        else:
            if top_k is not None:
                kth = logits.topk(top_k).values[:, -1, None]
                logits = torch.where(logits < kth, -torch.inf, logits)
            u = torch.rand_like(logits)
            gumbel = -torch.log(-torch.log(u))
            nxt = (logits / temperature + gumbel).argmax(-1)
        ids = torch.cat([ids, nxt.unsqueeze(-1)], 1)
    return ids
