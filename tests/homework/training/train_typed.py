import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model: nn.Module, token_ids: torch.Tensor, lr: float, epochs: int, verbose: bool = False) -> list:
    """Plain gradient descent."""
    inputs, targets = token_ids[:, :-1], token_ids[:, 1:]
    optimizer = torch.optim.SGD(params=model.parameters(), lr=lr, momentum=0.0)
    losses = []
    for epoch in range(1, epochs + 1):
        logits = model(inputs)
        vocab_size = logits.shape[-1]
        loss = F.cross_entropy(logits.reshape(-1, vocab_size), targets.reshape(-1))
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if verbose:
            print(f"epoch {epoch}: {loss.item():.4f}")
    return losses
