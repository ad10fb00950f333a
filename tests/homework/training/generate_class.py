import torch
import torch.nn as nn
import torch.nn.functional as F


class Generator:
    def __init__(self, model, block_size):
        self.model = model
        self.block_size = block_size

    @torch.no_grad()
    def generate(self, ids, max_new_tokens, temperature=1.0, top_k=None):
        for _ in range(max_new_tokens):
            logits = self.model(ids[:, -self.block_size:])[:, -1]
            if top_k is not None:
                least = torch.topk(logits, top_k).values[:, -1:]
                logits = logits.masked_fill(logits < least, -torch.inf)
            if temperature == 0:
                next_id = logits.argmax(dim=-1, keepdim=True)
            else:
                next_id = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1)
            ids = torch.cat([ids, next_id], dim=1)
        return ids
