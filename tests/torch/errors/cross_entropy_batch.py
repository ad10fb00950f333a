import torch
import torch.nn.functional as F


F.cross_entropy(torch.zeros(2, 3), torch.tensor([0]))  # expect ValueError: Expected input batch_size (2) to match target batch_size (1).
