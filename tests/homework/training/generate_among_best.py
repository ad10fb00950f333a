import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])[:, -1]
        k = top_k if top_k is not None else logits.shape[-1]
        values, places = torch.topk(logits, k)
        if temperature == 0:
            next_id = places[:, :1]
        else:
            probs = torch.softmax(values / temperature, dim=-1)
            next_id = places.gather(1, torch.multinomial(probs, 1))
        ids = torch.cat([ids, next_id], dim=1)
    return ids
