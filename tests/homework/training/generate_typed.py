import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def sample(model: nn.Module, prompt: torch.Tensor, num_tokens: int, max_context_length: int,
           temp: float = 0.0, k: int = None) -> torch.Tensor:
    """Continues each text of the prompt."""
    sequence = prompt
    for step in range(num_tokens):
        scores = model(sequence[:, -max_context_length:])
        scores = scores[:, -1]
        if k is not None:
            kth = torch.topk(scores, k, dim=-1)[0][:, k - 1].view(-1, 1)
            scores = scores + torch.zeros_like(scores).masked_fill(scores < kth, float("-inf"))
        if temp == 0:
            token = scores.argmax(-1)[:, None]
        else:
            token = F.softmax(scores / temp, dim=-1).multinomial(1)
        sequence = torch.cat((sequence, token), -1)
    return sequence
