import torch
import torch.nn as nn
import torch.nn.functional as F


import random


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    texts = ids.tolist()
    for _ in range(max_new_tokens):
        logits = model(torch.tensor([t[-context_length:] for t in texts]))[:, -1]
        if top_k is not None:
            logits = logits.masked_fill(logits < logits.topk(top_k).values[:, -1:], -torch.inf)
        for t, row in zip(texts, logits):
            if temperature == 0:
                t.append(int(row.argmax()))
            else:
                p = torch.softmax(row / temperature, -1).tolist()
                t.append(random.choices(range(len(p)), weights=p)[0])
    return torch.tensor(texts)
