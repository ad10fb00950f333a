"""In which order the items of a data set are taken."""

from typing import Generic

import torch
from _tutor import refuse


def _drawn_seed(generator=None):
    return torch.empty((), dtype=torch.int64).random_(generator=generator).item()


class Sampler(Generic):
    def __init__(self, data_source):
        pass


class SequentialSampler(Sampler):
    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        if replacement or num_samples is not None:
            refuse("RandomSampler with replacement or num_samples", "torch.randint draws indices as well")
        self.data_source, self.generator = data_source, generator
        if len(data_source) == 0:
            raise ValueError("num_samples should be a positive integer value, but got num_samples=0")

    def __iter__(self):
        generator = self.generator
        if generator is None:
            generator = torch.Generator()
            generator.manual_seed(_drawn_seed())
        n = len(self.data_source)
        yield from torch.randperm(n, generator=generator).tolist()
        torch.randperm(n, generator=generator)      # PyTorch draws once more, and takes none of it

    def __len__(self):
        return len(self.data_source)


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole if self.drop_last or not rest else whole + 1
