import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    new = []
    window = ids
    for _ in range(max_new_tokens):
        logits = model(window[:, -context_length:])[:, -1, :]
        if temperature == 0:
            nxt = torch.topk(logits, k=1, dim=-1)[1]
        else:
            if top_k is not None:
                values, _ = torch.topk(logits, top_k)
                logits = torch.where(logits >= values[:, -1:], logits, torch.full_like(logits, float("-inf")))
            nxt = torch.multinomial(F.softmax(logits / temperature, dim=-1), num_samples=1)
        new.append(nxt)
        window = torch.cat([window, nxt], dim=1)
    return torch.cat([ids] + new, dim=1)
