import torch
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(0)
labels = torch.tensor([0, 0, 0, 0, 0, 0, 1, 1])
weights = 1.0 / labels.bincount()[labels]
sampler = WeightedRandomSampler(weights, num_samples=8)
print(len(sampler), list(sampler))  # expect: 8 [7, 6, 5, 7, 6, 7, 2, 4]
loader = DataLoader(TensorDataset(torch.arange(8), labels), batch_size=4, sampler=sampler)
print([(x.tolist(), y.tolist()) for x, y in loader])  # expect: [([3, 5, 2, 4], [0, 0, 0, 0]), ([6, 5, 5, 4], [1, 0, 0, 0])]
g = torch.Generator().manual_seed(7)
print(list(WeightedRandomSampler([0.1, 0.0, 0.7, 0.2], 3, replacement=False, generator=g)))  # expect: [2, 0, 3]
WeightedRandomSampler(weights, 0)  # expect ValueError: num_samples should be a positive integer value, but got num_samples=0
