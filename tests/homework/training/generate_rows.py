import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])[:, -1]
        if top_k:
            mask = torch.ones_like(logits, dtype=torch.bool)
            mask.scatter_(1, logits.topk(top_k, dim=-1).indices, False)
            logits = logits.masked_fill(mask, -torch.inf)
        if temperature == 0:
            new = logits.argmax(dim=1)
        else:
            probs = (logits / temperature).softmax(dim=1)
            new = torch.stack([torch.multinomial(row, 1)[0] for row in probs])
        ids = torch.cat([ids, new.unsqueeze(1)], dim=1)
    return ids
