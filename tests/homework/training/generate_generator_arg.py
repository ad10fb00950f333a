import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None, generator=None):
    model.eval()
    for _ in range(max_new_tokens):
        logits = model(ids[:, -context_length:])[:, -1]
        if top_k is not None:
            logits[logits < torch.topk(logits, top_k).values[:, [-1]]] = float("-inf")
        if temperature == 0:
            nxt = logits.argmax(-1, keepdim=True)
        else:
            nxt = torch.multinomial((logits / temperature).softmax(-1), 1, generator=generator)
        ids = torch.cat([ids, nxt], 1)
    return ids
