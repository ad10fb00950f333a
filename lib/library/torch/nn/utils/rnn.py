"""Sequences of different lengths in one batch."""

import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    """Sequences (length, *) -> one tensor (longest, batch, *), or (batch, longest, *) with
    batch_first. What is too short is filled up with padding_value."""
    rows = list(sequences)
    if not all(isinstance(row, torch.Tensor) for row in rows):
        raise TypeError("pad_sequence(): argument 'sequences' (position 1) must be tuple of "
                        f"Tensors, not {type(sequences).__name__}")
    if not rows:
        raise RuntimeError("received an empty list of sequences")
    longest = max(row.size(0) for row in rows)
    shape = (len(rows), longest) if batch_first else (longest, len(rows))
    out = torch.full(shape + rows[0].shape[1:], padding_value, dtype=rows[0].dtype)
    for i, row in enumerate(rows):
        place = out[i] if batch_first else out[:, i]
        place[:row.size(0)] = row
    return out
