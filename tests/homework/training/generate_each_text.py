import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):
    texts = []
    for text in ids:
        for _ in range(max_new_tokens):
            logits = model(text[-context_length:].unsqueeze(0))[0, -1]
            if top_k is not None:
                least = logits.topk(top_k).values[-1]
                logits = logits.masked_fill(logits < least, -torch.inf)
            if temperature == 0:
                new = logits.argmax().view(1)
            else:
                new = torch.multinomial(torch.softmax(logits / temperature, 0), 1)
            text = torch.cat([text, new])
        texts.append(text)
    return torch.stack(texts)
