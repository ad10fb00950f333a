"""Data sets, and the batches that a loop over them gets, in the order in which PyTorch draws them."""

from torch.utils.data.dataloader import DataLoader, default_collate
from torch.utils.data.dataset import Dataset, Subset, TensorDataset, random_split
from torch.utils.data.sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler
