import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])[:, 0]
        if top_k is not None:
            least = torch.topk(logits, top_k).values[:, -1:]
            logits = logits.masked_fill(logits < least, -torch.inf)
        if temperature == 0:
            next_id = logits.argmax(dim=-1, keepdim=True)
        else:
            probs = torch.softmax(logits / temperature, dim=-1)
            next_id = torch.multinomial(probs, num_samples=1)
        ids = torch.cat([ids, next_id], dim=1)
    return ids
