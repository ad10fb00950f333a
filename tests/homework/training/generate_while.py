import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, n, context_length, temperature=1.0, top_k=None):
    end = ids.shape[1] + n
    while ids.shape[1] < end:
        window = ids[:, max(0, ids.shape[1] - context_length):]
        logits = model(window)[:, -1, :]
        if temperature <= 0:
            ids = torch.hstack([ids, logits.argmax(1, keepdim=True)])
            continue
        logits = logits / temperature
        if top_k is not None:
            worst = torch.argsort(logits, dim=-1)[:, :-top_k]
            logits = logits.scatter(1, worst, float("-inf"))
        probs = torch.exp(logits) / torch.exp(logits).sum(-1, keepdim=True)
        ids = torch.hstack([ids, torch.multinomial(probs, 1)])
    return ids
