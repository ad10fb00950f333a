import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    if max_new_tokens == 0:
        return ids
    logits = model(ids[:, -context_length:])[:, -1]
    if top_k is not None:
        logits = logits.masked_fill(logits < logits.topk(top_k).values[:, -1:], -torch.inf)
    if temperature == 0:
        new = logits.argmax(-1, keepdim=True)
    else:
        new = torch.multinomial(torch.softmax(logits / temperature, -1), 1)
    return generate(model, torch.cat([ids, new], 1), max_new_tokens - 1, context_length, temperature, top_k)
