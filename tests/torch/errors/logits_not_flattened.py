import torch
import torch.nn.functional as F

logits, target = torch.zeros(2, 3, 5), torch.zeros(2, 3, dtype=torch.long)
print(F.cross_entropy(logits.flatten(0, 1), target.flatten()))  # expect: tensor(1.6094)
F.cross_entropy(logits, target)  # expect RuntimeError: Expected target size [2, 5], got [2, 3]
