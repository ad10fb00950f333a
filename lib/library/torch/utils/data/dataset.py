"""Data sets: something with a length and items."""

from typing import Generic

import torch


class Dataset(Generic):
    def __getitem__(self, index):
        raise NotImplementedError


class TensorDataset(Dataset):
    """Item i has element i of each tensor."""

    def __init__(self, *tensors):
        assert all(tensors[0].size(0) == t.size(0) for t in tensors), "Size mismatch between tensors"
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(t[index] for t in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


def _lengths(whole, shares):
    """Whole numbers from shares of 1; what is left over goes to the first ones, one each."""
    lengths = [int(whole * share) for share in shares]
    for i in range(whole - sum(lengths)):
        lengths[i % len(lengths)] += 1
    return lengths


def random_split(dataset, lengths, generator=None):
    total = sum(lengths)
    if total <= 1 and abs(total - 1) <= 1e-9:
        lengths = _lengths(len(dataset), lengths)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = torch.randperm(len(dataset), generator=generator).tolist()
    parts = []
    for length in lengths:
        parts.append(Subset(dataset, order[:length]))
        order = order[length:]
    return parts
