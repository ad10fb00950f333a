import torch
import torch.nn as nn
import torch.nn.functional as F


def keep_best(logits, k):
    if k is None:
        return logits
    threshold = torch.sort(logits, dim=-1, descending=True)[0][..., k - 1 : k]
    return logits.masked_fill(logits < threshold, float("-inf"))


def pick(logits, temperature):
    if temperature == 0:
        return logits.argmax(-1, keepdim=True)
    return torch.multinomial(F.softmax(logits / temperature, -1), 1)


def generate(model, tokens, n_new, context_length, temperature, top_k):
    model.eval()
    with torch.inference_mode():
        for _ in range(n_new):
            scores = model(tokens[:, -context_length:])
            tokens = torch.cat([tokens, pick(keep_best(scores[:, -1], top_k), temperature)], 1)
    return tokens
